// The docket, one dispute with its evidence, and the arbiter's desk.
import { h, redraw, ago, human } from './dom.js';
import { get, post, me } from './api.js';
import { leadsToRoot } from './verify.js';
import { alertBox } from './alerts.js';
import { evidenceView } from './evidence.js';

export async function show(place, id) {
  if (id === undefined) await docket(place);
  else await one(place, id);
}

const about = (dispute) => (dispute.about_step !== null ? `step ${dispute.about_step}` : dispute.about_refusal !== null ? 'a refused command' : `the ruling on dispute ${dispute.about_ruling}`);

async function docket(place) {
  document.title = 'Disputes · Match Ledger';
  let status = '';
  async function draw() {
    const page = await get(`/v1/disputes?limit=50${status ? `&status=${status}` : ''}`);
    const tab = (value, name) => h('button', { type: 'button', class: 'chip', 'aria-pressed': String(status === value), dataset: { key: `tab-${value}` }, onclick: () => { status = value; draw(); } }, name);
    redraw(place, h('section', { class: 'panel reading' }, h('h1', {}, 'Disputes'),
      me() && me().role !== 'player' ? h('p', {}, `You are ${me().name}, ${me().role}: open a dispute to rule on it.`) : h('p', { class: 'dim' }, 'Opened from a match’s audit page; ruled on by arbiters.'),
      h('div', { class: 'chips', role: 'group', 'aria-label': 'Which disputes' }, tab('', 'All'), tab('open', 'Open'), tab('ruled', 'Ruled')),
      page.disputes.length ? h('ul', { class: 'matches' }, page.disputes.map((dispute) => h('li', { class: 'match-line', dataset: { dispute: dispute.id } },
        h('div', { class: 'match-what' }, h('a', { href: `/disputes/${dispute.id}` }, `${human(dispute.game)}, ${about(dispute)}`), h('span', { class: 'names' }, `“${dispute.claim}”`),
          h('small', {}, `${dispute.status === 'open' ? 'open' : `ruled: ${dispute.ruling}`}${dispute.freezes && dispute.status === 'open' ? ', holds the match' : ''} · ${ago(dispute.opened_at)}`)))))
        : h('p', { class: 'empty' }, 'No disputes.')));
  }
  await draw();
}

async function one(place, id) {
  document.title = 'Dispute · Match Ledger';
  const dispute = await get(`/v1/disputes/${id}`);
  const match = await get(`/v1/matches/${dispute.match}`);
  const name = (actor) => (actor.startsWith('seat:') ? match.seats[Number(actor.slice(5))]?.name || actor : actor.split(':')[0]);
  const evidence = h('section', { class: 'panel', 'aria-label': 'Evidence' }, h('p', { class: 'wait' }, 'Loading…'));
  const desk = h('section', { class: 'panel no-print', 'aria-label': 'Ruling' });
  const facts = [['Match', h('a', { href: `/m/${dispute.match}` }, `${human(dispute.game)}, ${dispute.match}`)], ['About', dispute.about_step !== null ? h('a', { href: `/m/${dispute.match}/replay#step=${dispute.about_step}` }, about(dispute)) : about(dispute)],
    ['Claim', `“${dispute.claim}”`], ['Made by', name(dispute.by)], ['Opened', new Date(dispute.opened_at).toLocaleString('en-GB')], ['State', dispute.status === 'open' ? (dispute.freezes ? 'open; the match is held' : 'open') : 'ruled']];
  if (dispute.status === 'ruled') facts.push(['Ruling', human(dispute.ruling)], ['Reason', dispute.reason]);
  redraw(place, h('div', { class: 'stack' },
    h('section', { class: 'panel', dataset: { test: 'dispute', status: dispute.status } }, h('h1', {}, `Dispute ${dispute.number}`),
      h('dl', { class: 'facts' }, facts.map(([key, value]) => h('div', {}, h('dt', {}, key), h('dd', {}, value)))),
      h('div', { class: 'row' }, h('a', { class: 'button', href: `/disputes/${id}/report`, dataset: { test: 'report' } }, 'Report to print'))),
    h('div', { class: 'columns' }, evidence, desk)));
  desk.hidden = !rulingForm(desk, dispute, match);
  try {
    const bundle = await get(dispute.evidence);
    const proofs = await Promise.all(bundle.proofs.map(async (proof) => ({ ...proof, holds: await leadsToRoot({ ...proof, root: bundle.checkpoint.root }).catch(() => false) })));
    redraw(evidence, h('h2', {}, 'Evidence'), evidenceView(bundle, match, proofs));
  } catch (problem) { redraw(evidence, h('h2', {}, 'Evidence'), alertBox(problem, match.game)); }
}

const RULINGS = { dismiss: 'Dismiss: the move stands', rewind: 'Uphold: rewind the match', adjust: 'Adjust the result', forfeit: 'Forfeit a seat' };

function rulingForm(place, dispute, match) {
  if (!me() || me().role === 'player' || dispute.status !== 'open') return false;
  const kind = h('select', { dataset: { test: 'ruling' }, onchange: () => draw() }, Object.entries(RULINGS).map(([value, text]) => h('option', { value }, text)));
  const reason = h('textarea', { required: true, maxlength: 1000, dataset: { test: 'reason' } });
  const back = h('input', { type: 'number', min: 0, value: Math.max(0, (dispute.about_step ?? 1) - 1), dataset: { test: 'to-step' } });
  const seat = h('select', { dataset: { test: 'forfeit-seat' } }, match.seats.map((one_) => h('option', { value: one_.seat }, one_.name || `Seat ${one_.seat + 1}`)));
  const winners = match.seats.map((one_) => h('input', { type: 'checkbox', value: one_.seat }));
  const more = h('div', {});
  const alerts = h('div', {});
  function draw() {
    redraw(more, kind.value === 'rewind' ? h('label', { class: 'field' }, 'Back to the table after step', back) : null,
      kind.value === 'forfeit' ? h('label', { class: 'field' }, 'Who forfeits', seat) : null,
      kind.value === 'adjust' ? h('fieldset', {}, h('legend', {}, 'Who wins'), winners.map((box, at) => h('label', { class: 'check' }, box, match.seats[at].name || `Seat ${at + 1}`))) : null);
  }
  draw();
  redraw(place, h('h2', {}, 'Your ruling'), alerts, h('form', {
    class: 'stack', onsubmit: async (event) => {
      event.preventDefault();
      const body = { ruling: kind.value, reason: reason.value };
      if (kind.value === 'rewind') body.to_step = Number(back.value);
      if (kind.value === 'forfeit') body.seat = Number(seat.value);
      if (kind.value === 'adjust') body.winners = winners.filter((box) => box.checked).map((box) => Number(box.value));
      try { await post(`/v1/disputes/${dispute.id}/ruling`, body); location.reload(); } catch (problem) { redraw(alerts, alertBox(problem, match.game)); }
    },
  }, h('label', { class: 'field' }, 'Ruling', kind), more, h('label', { class: 'field' }, 'Reason', reason), h('button', { class: 'primary', dataset: { test: 'rule' } }, 'Give the ruling')));
  return true;
}
