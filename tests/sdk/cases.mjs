// calls.json and streams.json on the JavaScript SDK; tests/sdk/scripted.py says what the scripts mean.

const SLUGS = { 503: 'store-unavailable' };
const event = (version) => ({ version, type: 'Happened' });

function sseOf(part) {
  if (/^\d+$/.test(part)) return `id: ${part}\nevent: ledger\ndata: ${JSON.stringify(event(Number(part)))}\n\n`;
  if (part === 'end') return 'event: finished\ndata: {}\n\n';
  if (part.startsWith('reset ')) return `id: ${part.slice(6)}\nevent: reset\ndata: {"after":${part.slice(6)}}\n\n`;
  return part;
}

function answerOf(script) {
  const words = script.split(' ');
  if (script.startsWith('poll')) {
    const versions = words.slice(1).map(Number);
    return Response.json({ events: versions.map(event), version: Math.max(...versions, versions.length ? 0 : 3), next: null, reset: null });
  }
  if (script.startsWith('match')) return Response.json({ status: words[1], version: Number(words[2]) });
  const parts = script.split('|').filter(Boolean).map((part) => new TextEncoder().encode(sseOf(part)));
  return new Response(new ReadableStream({ start(control) { parts.forEach((part) => control.enqueue(part)); control.close(); } }));
}

function scripted(answers) {
  const left = [...answers];
  const asked = [];
  const send = async (url, { headers }) => {
    asked.push([url, headers]);
    const answer = left.shift();
    if (answer === 'lost') throw new TypeError('lost');
    if (typeof answer === 'string') return answerOf(answer);
    const [status, slug, wait] = Array.isArray(answer) ? answer : [answer, SLUGS[answer]];
    if (status === 204) return new Response(null, { status });
    if (status < 400) return Response.json({}, { status });
    const body = slug == null ? '<html>' : JSON.stringify({ type: `/problems/${slug}`, status });
    return new Response(body, { status, headers: wait ? { 'Retry-After': String(wait) } : {} });
  };
  return { send, asked };
}

const differ = (name, found, wanted) => (JSON.stringify(found) === JSON.stringify(wanted) ? [] : [`${name} is ${JSON.stringify(found)} and not ${JSON.stringify(wanted)}`]);

async function call(sdk, { method, path, body, key, answers, ...wanted }) {
  const { send, asked } = scripted(answers);
  const waits = [];
  const client = new sdk.Client('http://server', { fetch: send, pause: async (ms) => { waits.push(ms); } });
  let [found, outcome] = [null, 'ok'];
  try { await client.request(method, path, { body, key }); } catch (problem) { [found, outcome] = [problem, problem.slug]; }
  const keys = asked.map(([, headers]) => headers['Idempotency-Key'] ?? null);
  return [
    ...differ('outcome', outcome, wanted.outcome),
    ...differ('requests', asked.length, wanted.requests),
    ...('class' in wanted ? differ('class', found?.constructor.name, wanted.class) : []),
    ...('keys' in wanted ? differ('keys', [new Set(keys.filter(Boolean)).size, new Set(keys).size], [wanted.keys, 1]) : []),
    ...differ('waits', waits.reduce((sum, ms) => sum + ms, 0) >= (wanted.least_wait_s ?? 0) * 1000, true),
    ...('retry_after_s' in wanted ? differ('Retry-After', found.retryAfterMs, wanted.retry_after_s * 1000) : []),
  ];
}

async function stream(sdk, { after, connections, ...wanted }) {
  const { send, asked } = scripted(connections);
  const client = new sdk.Client('http://server', { fetch: send, pause: async () => {} });
  const versions = [];
  let [outcome, lostAfter] = ['ok', null];
  try {
    for await (const one of client.match('m').events({ after })) versions.push(one.version);
  } catch (problem) {
    outcome = problem.slug ?? String(problem.stack);
    lostAfter = problem.after ?? null;
  }
  const afters = asked.map(([url]) => new URL(url).searchParams.get('after')).filter((one) => one !== null).map(Number);
  return [
    ...differ('versions', versions, wanted.versions),
    ...differ('outcome', outcome, wanted.outcome ?? 'ok'),
    ...differ('lost', lostAfter, wanted.lost_after ?? null),
    ...('afters' in wanted ? differ('afters', afters, wanted.afters) : []),
  ];
}

export default async function runCases(sdk, calls, streams) {
  const found = {};
  for (const one of calls) found[one.name] = await call(sdk, one);
  for (const one of streams) found[one.name] = await stream(sdk, one);
  return found;
}
