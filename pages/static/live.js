// The live stream of a match for the table page: one message for each change, with all that the page shows. After three
// streams that did not come through it asks by long polls instead.
import { get, me } from './api.js';

const STREAMS_MAX = 3;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

async function* blocksOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    const blocks = text.split('\n\n');
    text = blocks.pop();
    yield blocks;
  }
}

const fieldOf = (block, name) => block.split('\n').find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);

export function followTable(match, version, { onTable, onChange, onReset, onState }) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let seen = version;
  let command = ''; // by which the match got there: if the store has lost it, the server says so
  let failures = 0;

  async function stream() {
    const headers = { Accept: 'text/event-stream' };
    const token = me()?.token;
    if (token) headers.Authorization = `Bearer ${token}`;
    const place = `after=${seen}${command && `&command=${command}`}`;
    const answer = await fetch(`/v1/matches/${match}/live?${place}&want=table`,
      { headers, signal, cache: 'no-store' });
    if (!answer.ok || !answer.body) throw new Error(`live: ${answer.status}`);
    for await (const blocks of blocksOf(answer.body)) {
      failures = 0;
      onState('live');
      for (const block of blocks) {
        const id = fieldOf(block, 'id');
        if (id !== undefined) [seen, command] = [Number(id.split('-')[0]), id.split('-')[1] ?? ''];
        const kind = fieldOf(block, 'event');
        if (kind === 'table') onTable(JSON.parse(fieldOf(block, 'data')));
        if (kind === 'reset') onReset();
        if (kind === 'finished') return true;
      }
    }
    return false;
  }

  async function poll() {
    const found = await get(`/v1/matches/${match}/events?after=${seen}&wait=20`, { signal });
    failures = 0;
    onState('polling');
    if (found.reset === null && found.version <= seen) return;
    [seen, command] = [found.version, ''];
    if (found.reset !== null) onReset();
    else onChange();
  }

  (async () => {
    let streams = 0;
    while (!signal.aborted) {
      try {
        if (streams >= STREAMS_MAX) await poll();
        else if (await stream()) return;
      } catch (failure) {
        if (signal.aborted) return;
        streams += 1;
        failures += 1;
        onState('lost');
        await pause(Math.min(5000, 300 * 2 ** failures));
      }
    }
  })();
  return () => stopping.abort();
}
