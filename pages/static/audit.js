// Audit: a match checked in the browser itself, what the server says about it, the evidence of a step, and the way
// to a dispute.
import { download } from './dialog.js';
import { h, say } from './dom.js';
import { redraw } from './redraw.js';
import { get, post, call, game as gameOf, me } from './api.js';
import { verify, conclude, PROVEN, BROKEN } from './verify.js';
import { pins } from './pins.js';
import { keptLobbies } from './luck.js';
import { alertBox } from './alerts.js';
import { checkProofs, evidenceView } from './evidence.js';
import { importedLine } from './imported.js';
import { compareLog } from './kept_log.js';
import { words } from './words-audit.js';

export async function show(place, id) {
  if (id === undefined) { filePage(place); return; }
  const match = await get(`/v1/matches/${id}`);
  const game = await gameOf(match.game);
  document.title = words.title(game.name);
  const log = h('div', {});
  const own = h('section', { class: 'panel', 'aria-label': words.own, dataset: { test: 'own-checks' } });
  const server = h('section', { class: 'panel', 'aria-label': words.server });
  const evidence = h('section', { class: 'panel', 'aria-label': words.evidence });
  const dispute = h('section', { class: 'panel', 'aria-label': words.dispute });
  redraw(place,
    h('div', { class: 'match-top' }, h('h1', {}, words.head(game.name)),
      h('nav', { 'aria-label': words.pages }, h('a', { href: `/m/${id}` }, words.table),
        h('a', { href: `/m/${id}/replay` }, words.replay),
        h('a', { href: '/disputes' }, words.disputes))),
    importedLine(match), log,
    h('div', { class: 'columns' }, h('div', { class: 'stack' }, own, server),
      h('div', { class: 'stack' }, evidence, dispute)));
  disputeForm(dispute, id, match);
  if (!await logHolds(log)) return;
  evidenceForm(evidence, id, match);
  const text = await call('GET', `/v1/matches/${id}/export`, { accept: '*/*' });
  await checkFile(own, text, { name: `${id}.jsonl`, note: match.status === 'finished' ? ''
    : words.running });
  await serverChecks(server, id);
}

// The log of this service must extend what this browser has kept of it; if it does not, nothing else here is worth
// anything.
async function logHolds(place) {
  const found = await compareLog();
  if (!found.fork) { redraw(place, h('p', { class: 'dim', dataset: { test: 'log' } }, found.sentence)); return true; }
  redraw(place, h('div', { class: 'verdict wrong', role: 'alert', dataset: { test: 'fork' } },
    h('p', {}, found.sentence),
    h('button', { type: 'button', onclick: () => download('fork.json', JSON.stringify(found.fork, null, 1),
      'application/json') }, words.saveNotes)));
  say(found.sentence);
  return false;
}

// Any exported file, from here or from elsewhere.
function filePage(place) {
  document.title = words.file.pageTitle;
  const result = h('section', { class: 'panel', 'aria-label': words.file.checks, hidden: true,
    dataset: { test: 'own-checks' } });
  const take = async (file) => { result.hidden = false;
    await checkFile(result, await file.arrayBuffer(), { name: file.name }); };
  redraw(place, h('div', { class: 'stack reading' },
    h('section', { class: 'panel' }, h('h1', {}, words.file.title),
      h('p', {}, words.file.about),
      h('div', { class: 'drop', ondragover: (event) => event.preventDefault(),
        ondrop: (event) => { event.preventDefault(); take(event.dataTransfer.files[0]); } },
        h('label', { class: 'field' }, words.file.drop,
          h('input', { type: 'file', dataset: { test: 'file' },
          onchange: (event) => take(event.target.files[0]) })))),
    result));
}

async function checkFile(place, text, { name, note = '' }) {
  const list = h('ul', { class: 'checks' });
  const summary = h('summary', {}, words.checks.title);
  const each = h('details', { dataset: { test: 'each-check' } }, summary, list);
  const verdict = h('p', { class: 'verdict', role: 'status', dataset: { test: 'verdict' } }, words.checks.checking);
  redraw(place, h('h2', {}, words.checks.title), note ? h('p', { class: 'note' }, note) : null, verdict, each,
    h('button', { type: 'button', onclick: () => download(name, text, 'application/jsonl') }, words.checks.keep));
  const checks = await verify(text, (check) => list.append(line(check)), await pins(), keptLobbies);
  const conclusion = conclude(checks);
  verdict.textContent = conclusionSentence(checks, conclusion);
  summary.textContent = words.checks.each(checks.filter(({ value }) => value === PROVEN).length, checks.length);
  each.open = conclusion === BROKEN;
  verdict.classList.add(conclusion === BROKEN ? 'wrong' : conclusion === PROVEN ? 'ok' : 'open');
  verdict.dataset.verdict = conclusion;
  say(verdict.textContent);
}

function conclusionSentence(checks, conclusion) {
  const failed = checks.filter(({ value }) => value === BROKEN).map(({ name }) => name);
  if (conclusion === BROKEN) return words.checks.broken(failed);
  return conclusion === PROVEN ? words.checks.proven : words.checks.open;
}

const { signs } = words.checks;
const SIGNS = { [PROVEN]: ['ok', signs.proven], [BROKEN]: ['wrong', signs.broken] };
const line = ({ name, value, detail }) => {
  const [kind, sign] = SIGNS[value] ?? ['skipped', signs.open];
  return h('li', { class: kind, dataset: { check: name, value } }, h('b', {}, sign),
    h('span', {}, h('strong', {}, name), ` ${detail}`));
};

async function serverChecks(place, id) {
  redraw(place, h('h2', {}, words.again.title), h('p', { class: 'wait' }, words.again.executing));
  try {
    const report = await get(`/v1/matches/${id}/audit`);
    redraw(place, h('h2', {}, words.again.title),
      h('p', { class: ['verdict', report.verdict === 'ok' ? 'ok' : 'wrong'] },
        report.verdict === 'ok' ? words.again.ok : words.again.wrong),
      h('ul', { class: 'checks' }, report.checks.map(line)),
      h('p', { class: 'dim' }, words.again.size(report.size, report.root.slice(0, 24))));
  } catch (problem) { redraw(place, h('h2', {}, words.again.title), alertBox(problem)); }
}

function evidenceForm(place, id, match) {
  const wanted = Number(new URLSearchParams(location.hash.slice(1)).get('step') ?? match.step);
  const number = h('input', { type: 'number', min: 0, max: match.step, value: wanted,
    dataset: { test: 'evidence-step' } });
  const result = h('div', {});
  const look = async (event) => {
    event?.preventDefault();
    try {
      const bundle = await get(`/v1/matches/${id}/audit/steps/${number.value}`);
      redraw(result, evidenceView(bundle, match, await checkProofs(bundle)));
    } catch (problem) { redraw(result, alertBox(problem, match.game)); }
  };
  redraw(place, h('h2', {}, words.ofStep.title), h('form', { class: 'row', onsubmit: look },
    h('label', { class: 'field' }, words.ofStep.step, number),
    h('button', { dataset: { test: 'evidence' } }, words.ofStep.show)),
    me() && me().role !== 'player' ? h('p', { class: 'note' },
      words.ofStep.arbiter) : null, result);
  if (location.hash.includes('step=')) look();
}

function disputeForm(place, id, match) {
  const seated = match.seats.some((one) => one.player !== null && one.player === me()?.id);
  if (!me() || (!seated && me().role === 'player')) {
    redraw(place, h('h2', {}, words.dispute), h('p', {}, words.disputing.who));
    return;
  }
  const step = h('input', { type: 'number', min: 0, max: match.step, value: match.step,
    dataset: { test: 'dispute-step' } });
  const refusal = h('select', { dataset: { test: 'dispute-refusal' } },
    h('option', { value: '' }, words.disputing.noRefusal));
  const claim = h('textarea', { required: true, maxlength: 1000, dataset: { test: 'dispute-claim' } });
  const freeze = h('input', { type: 'checkbox', dataset: { test: 'dispute-freeze' } });
  const alerts = h('div', {});
  get(`/v1/matches/${id}/rejections`).then(({ rejections }) =>
    refusal.append(...rejections.map((one) => h('option', { value: one.at },
    `${new Date(one.at).toLocaleTimeString('en-GB')} ${one.command?.type ?? ''}: ${one.problem.detail ?? ''}`))))
    .catch(() => {});
  redraw(place, h('h2', {}, words.dispute), alerts, h('form', {
    class: 'stack', onsubmit: async (event) => {
      event.preventDefault();
      const about = refusal.value ? { refusal_at: Number(refusal.value) } : { step: Number(step.value) };
      try {
        const made = await post(`/v1/matches/${id}/disputes`, { ...about, claim: claim.value, freeze: freeze.checked });
        location.href = `/disputes/${made.id}`;
      } catch (problem) { redraw(alerts, alertBox(problem, match.game)); }
    },
  },
  h('label', { class: 'field' }, words.disputing.step, step),
  h('label', { class: 'field' }, words.disputing.refusal, refusal),
  h('label', { class: 'field' }, words.disputing.claim, claim),
  match.status === 'running' ? h('label', { class: 'check' }, freeze,
    h('span', {}, words.disputing.hold)) : null,
  h('button', { class: 'primary', dataset: { test: 'dispute-send' } }, words.disputing.open)));
}

