// The ruling on a dispute: which one, what it would do (decided by the service as the ruling itself will be), and why.
import { h } from './dom.js';
import { me, post } from './api.js';
import { alertBox } from './alerts.js';
import { words } from './words-desk.js';

const { ruling: say } = words;
const PREVIEW_MS = 200; // after the last change of the form
const KINDS = Object.keys(say.kinds);

export class RulingForm {
  #previews = 0; // the number of the newest ruling that was chosen: a preview of an older one is not shown
  #timer = null;

  // `onPreview(preview)` shows the table that the ruling leads to, or null; `onRuled(dispute)` when it is given.
  constructor(place, { dispute, match, step, onPreview, onRuled }) {
    Object.assign(this, { place, dispute, match, onPreview, onRuled });
    const names = match.seats.map((one) => one.name || words.seat(one.seat));
    this.names = names;
    this.back = h('input', { type: 'number', min: 0, value: Math.max(0, step - 1), dataset: { test: 'to-step' } });
    this.seat = h('select', { dataset: { test: 'forfeit-seat' } },
      names.map((name, at) => h('option', { value: at }, name)));
    this.winners = names.map((_, at) => h('input', { type: 'checkbox', value: at, dataset: { test: `winner-${at}` } }));
    this.reason = h('textarea', { required: true, maxlength: 1000, dataset: { test: 'reason' } });
    this.told = h('div', { class: 'preview', role: 'status', dataset: { test: 'preview' } });
    this.alerts = h('div', {});
    const fields = {
      rewind: h('label', { class: 'field inline' }, say.toStep, this.back),
      adjust: h('fieldset', {}, h('legend', {}, say.winners), names.map((name, at) => h('label', { class: 'check' },
        this.winners[at], name))),
      forfeit: h('label', { class: 'field inline' }, say.seat, this.seat),
    };
    this.radios = KINDS.map((kind) => h('input', { type: 'radio', name: 'ruling', value: kind,
      checked: kind === 'dismiss', dataset: { test: `ruling-${kind}` } }));
    this.fields = fields;
    this.form = h('form', { class: 'ruling-form', onsubmit: (event) => this.#give(event),
      onchange: () => this.#changed(), oninput: (event) => { if (event.target === this.back) this.#changed(); } },
      KINDS.map((kind, at) => h('div', { class: 'ruling-kind' }, h('label', { class: 'check' }, this.radios[at],
        h('span', {}, say.kinds[kind])), fields[kind] ?? null)),
      this.told, h('label', { class: 'field' }, say.reason, this.reason), this.alerts,
      h('button', { class: 'primary', dataset: { test: 'rule' } }, say.give));
    place.replaceChildren(h('h2', {}, say.title), this.form);
    this.#changed();
  }

  get kind() { return this.radios.find((one) => one.checked).value; }

  body() {
    const body = { ruling: this.kind };
    if (this.kind === 'rewind') body.to_step = Number(this.back.value);
    if (this.kind === 'forfeit') body.seat = Number(this.seat.value);
    const chosen = this.winners.filter((box) => box.checked);
    if (this.kind === 'adjust') body.winners = chosen.map((box) => Number(box.value));
    return body;
  }

  #changed() {
    this.#previews += 1; // an answer that is still on its way is of another ruling
    for (const [kind, field] of Object.entries(this.fields)) field.hidden = kind !== this.kind;
    this.told.textContent = say.previewing;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#preview(), PREVIEW_MS);
  }

  async #preview() {
    const number = this.#previews;
    try {
      const found = await post(`/v1/disputes/${this.dispute.id}/preview`, this.body());
      if (number !== this.#previews) return;
      this.told.replaceChildren(...sentencesOf(found, this.match, this.names).map((text) => h('p', {}, text)));
      this.told.dataset.of = this.kind;
      this.onPreview(this.kind === 'dismiss' ? null : found);
    } catch (problem) {
      if (number !== this.#previews) return;
      this.told.replaceChildren(alertBox(problem, this.match.game));
      this.onPreview(null);
    }
  }

  async #give(event) {
    event.preventDefault();
    this.alerts.replaceChildren();
    try {
      this.onRuled(await post(`/v1/disputes/${this.dispute.id}/ruling`, { ...this.body(), reason: this.reason.value }));
    } catch (problem) { this.alerts.replaceChildren(alertBox(problem, this.match.game)); }
  }
}

function sentencesOf({ undone, status, to_act: toAct, result }, match, names) {
  const winners = (result?.winners ?? []).map((seat) => names[seat]);
  const takes = undone.length ? say.takesBack(undone) : say.takesNothing;
  if (status === 'finished') {
    return match.status === 'finished' ? [takes, say.staysOver(winners)] : [takes, say.ends, say.wins(winners)];
  }
  return toAct.length ? [takes, say.goesOn(toAct.map((seat) => names[seat]))] : [takes];
}

// What somebody sees who does not rule: the ruling that was given, or why they cannot give one.
export function drawRulingText({ dispute, match, nameOf, onWithdraw }) {
  const mySeat = match.seats.find((one) => one.player !== null && one.player === me()?.id)?.seat ?? null;
  const parts = [];
  if (dispute.status === 'ruled') {
    parts.push(h('p', { class: 'big' }, say.kinds[dispute.ruling]), h('blockquote', {}, dispute.reason),
      h('p', { class: 'dim' }, say.by(nameOf(dispute.ruled_by), new Date(dispute.ruled_at).toLocaleString('en-GB'))));
  } else if (dispute.status === 'withdrawn') parts.push(h('p', {}, say.withdrawn));
  else parts.push(h('p', {}, me() && me().role !== 'player' && mySeat !== null ? say.sits : say.waits));
  if (dispute.status === 'open' && dispute.by === `seat:${mySeat}`) {
    parts.push(h('button', { type: 'button', dataset: { test: 'withdraw' }, onclick: onWithdraw }, say.withdraw));
  }
  return [h('h2', {}, dispute.status === 'ruled' ? say.given : say.title), ...parts];
}

export const canRule = (dispute, match) => dispute.status === 'open' && Boolean(me()) && me().role !== 'player'
  && !match.seats.some((one) => one.player !== null && one.player === me().id);
