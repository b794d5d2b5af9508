// Audit: a match checked in the browser itself, what the server says about it, the evidence of a step, and the way
// to a dispute.
import { h, redraw, download, say } from './dom.js';
import { get, post, call, game as gameOf, me } from './api.js';
import { verify, conclude, PROVEN, BROKEN } from './verify.js';
import { pins } from './pins.js';
import { keptLobbies } from './luck.js';
import { alertBox } from './alerts.js';
import { checkProofs, evidenceView } from './evidence.js';
import { importedLine } from './imported.js';
import { compareLog } from './kept_log.js';

export async function show(place, id) {
  if (id === undefined) { filePage(place); return; }
  const match = await get(`/v1/matches/${id}`);
  const game = await gameOf(match.game);
  document.title = `Audit of ${game.name} · Match Ledger`;
  const log = h('div', {});
  const own = h('section', { class: 'panel', 'aria-label': 'Checked here', dataset: { test: 'own-checks' } });
  const server = h('section', { class: 'panel', 'aria-label': 'Checked by the server' });
  const evidence = h('section', { class: 'panel', 'aria-label': 'Evidence' });
  const dispute = h('section', { class: 'panel', 'aria-label': 'Dispute' });
  redraw(place,
    h('div', { class: 'match-top' }, h('h1', {}, `${game.name}, audit`),
      h('nav', { 'aria-label': 'This match' }, h('a', { href: `/m/${id}` }, 'Table'),
        h('a', { href: `/m/${id}/replay` }, 'Replay'), h('a', { href: '/disputes' }, 'Disputes'))),
    importedLine(match), log,
    h('div', { class: 'columns' }, h('div', { class: 'stack' }, own, server),
      h('div', { class: 'stack' }, evidence, dispute)));
  disputeForm(dispute, id, match);
  if (!await logHolds(log)) return;
  evidenceForm(evidence, id, match);
  const text = await call('GET', `/v1/matches/${id}/export`, { accept: '*/*' });
  await checkFile(own, text, { name: `${id}.jsonl`, note: match.status === 'finished' ? ''
    : 'The match is still running: what is hidden from you is checked by its commitment only.' });
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
      'application/json') }, 'Save both notes')));
  say(found.sentence);
  return false;
}

// Any exported file, from here or from elsewhere.
function filePage(place) {
  document.title = 'Check a file · Match Ledger';
  const result = h('section', { class: 'panel', 'aria-label': 'Checks', hidden: true,
    dataset: { test: 'own-checks' } });
  const take = async (file) => { result.hidden = false;
    await checkFile(result, await file.arrayBuffer(), { name: file.name }); };
  redraw(place, h('div', { class: 'stack reading' },
    h('section', { class: 'panel' }, h('h1', {}, 'Check an exported match'),
      h('p', {}, 'The file never leaves this browser: its tree, its commitments, its signature and its listed draws '
        + 'are worked out again here. The rules of the game are not.'),
      h('div', { class: 'drop', ondragover: (event) => event.preventDefault(),
        ondrop: (event) => { event.preventDefault(); take(event.dataTransfer.files[0]); } },
        h('label', { class: 'field' }, 'Drop a .jsonl file here, or choose one',
          h('input', { type: 'file', dataset: { test: 'file' },
          onchange: (event) => take(event.target.files[0]) })))),
    result));
}

async function checkFile(place, text, { name, note = '' }) {
  const list = h('ul', { class: 'checks' });
  const verdict = h('p', { class: 'verdict', role: 'status', dataset: { test: 'verdict' } }, 'Checking…');
  redraw(place, h('h2', {}, 'Checked in this browser'), note ? h('p', { class: 'note' }, note) : null, verdict, list,
    h('button', { type: 'button', onclick: () => download(name, text, 'application/jsonl') }, 'Keep the file'));
  const checks = await verify(text, (check) => list.append(line(check)), await pins(), keptLobbies);
  const conclusion = conclude(checks);
  verdict.textContent = conclusionSentence(checks, conclusion);
  verdict.classList.add(conclusion === BROKEN ? 'wrong' : conclusion === PROVEN ? 'ok' : 'open');
  verdict.dataset.verdict = conclusion;
  say(verdict.textContent);
}

function conclusionSentence(checks, conclusion) {
  const open = checks.filter(({ value }) => value !== PROVEN && value !== BROKEN).map(({ name }) => name);
  const failed = checks.filter(({ value }) => value === BROKEN).map(({ name }) => name);
  if (conclusion === BROKEN) return `Broken: ${failed.join(', ')}. This file is not what was signed and played.`;
  return open.length ? `Nothing is broken. Not proven here: ${open.join(', ')}.` : 'All of it is proven.';
}

const SIGNS = { [PROVEN]: ['ok', '✓ proven'], [BROKEN]: ['wrong', '✗ broken'] };
const line = ({ name, value, detail }) => {
  const [kind, sign] = SIGNS[value] ?? ['skipped', '– not proven here'];
  return h('li', { class: kind, dataset: { check: name, value } }, h('b', {}, sign),
    h('span', {}, h('strong', {}, name), ` ${detail}`));
};

async function serverChecks(place, id) {
  redraw(place, h('h2', {}, 'Executed again by the server'), h('p', { class: 'wait' }, 'Executing…'));
  try {
    const report = await get(`/v1/matches/${id}/audit`);
    redraw(place, h('h2', {}, 'Executed again by the server'),
      h('p', { class: ['verdict', report.verdict === 'ok' ? 'ok' : 'wrong'] },
        report.verdict === 'ok' ? 'The server says: every event is what the rules decide again.'
        : 'Something does not fit.'),
      h('ul', { class: 'checks' }, report.checks.map(line)),
      h('p', { class: 'dim' }, `${report.size} events, root ${report.root.slice(0, 24)}…`));
  } catch (problem) { redraw(place, h('h2', {}, 'Executed again by the server'), alertBox(problem)); }
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
  redraw(place, h('h2', {}, 'Evidence of a step'), h('form', { class: 'row', onsubmit: look },
    h('label', { class: 'field' }, 'Step', number), h('button', { dataset: { test: 'evidence' } }, 'Show')),
    me() && me().role !== 'player' ? h('p', { class: 'note' },
      'While the match runs an arbiter sees what each seat sees, and the players see that you looked. The seed and '
        + 'the decks stay sealed until the end.') : null, result);
  if (location.hash.includes('step=')) look();
}

function disputeForm(place, id, match) {
  const seated = match.seats.some((one) => one.player !== null && one.player === me()?.id);
  if (!me() || (!seated && me().role === 'player')) {
    redraw(place, h('h2', {}, 'Dispute'),
      h('p', {}, 'The players of a match and arbiters can dispute something in it.'));
    return;
  }
  const step = h('input', { type: 'number', min: 0, max: match.step, value: match.step,
    dataset: { test: 'dispute-step' } });
  const refusal = h('select', { dataset: { test: 'dispute-refusal' } },
    h('option', { value: '' }, 'no refusal: the step above'));
  const claim = h('textarea', { required: true, maxlength: 1000, dataset: { test: 'dispute-claim' } });
  const freeze = h('input', { type: 'checkbox', dataset: { test: 'dispute-freeze' } });
  const alerts = h('div', {});
  get(`/v1/matches/${id}/rejections`).then(({ rejections }) =>
    refusal.append(...rejections.map((one) => h('option', { value: one.at },
    `${new Date(one.at).toLocaleTimeString('en-GB')} ${one.command?.type ?? ''}: ${one.problem.detail ?? ''}`))))
    .catch(() => {});
  redraw(place, h('h2', {}, 'Dispute'), alerts, h('form', {
    class: 'stack', onsubmit: async (event) => {
      event.preventDefault();
      const about = refusal.value ? { refusal_at: Number(refusal.value) } : { step: Number(step.value) };
      try {
        const made = await post(`/v1/matches/${id}/disputes`, { ...about, claim: claim.value, freeze: freeze.checked });
        location.href = `/disputes/${made.id}`;
      } catch (problem) { redraw(alerts, alertBox(problem, match.game)); }
    },
  },
  h('label', { class: 'field' }, 'Step', step), h('label', { class: 'field' }, 'Or a refused command of yours',
    refusal), h('label', { class: 'field' }, 'What is wrong with it', claim),
  match.status === 'running' ? h('label', { class: 'check' }, freeze,
    h('span', {}, 'Hold the match until it is ruled on')) : null,
  h('button', { class: 'primary', dataset: { test: 'dispute-send' } }, 'Open the dispute')));
}

