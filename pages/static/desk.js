// One dispute on one screen: the tables before and after the step, drawn by the game's own module, the steps around it,
// what else could have been done, the rules, the proofs, and the ruling with what it would do.
import { h } from './dom.js';
import { call, gameOfMatch, get } from './api.js';
import { adapterFor } from './table.js';
import { alertBox } from './alerts.js';
import { CardView } from './card-view.js';
import { emblem } from './emblems.js';
import { checkProofs, drawChoices, drawProofs, drawRules, nameOfActor, nameOfViewer } from './evidence.js';
import { Half } from './half.js';
import { fitMap, stepMap } from './map.js';
import { changes } from './changes.js';
import { Presses } from './press.js';
import { RulingForm, canRule, drawRulingText } from './ruling.js';
import { words } from './words-desk.js';

const AROUND = 3; // steps before the disputed one, and as many after it

export function aboutText(dispute) {
  if (dispute.about_step !== null) return words.about.step(dispute.about_step);
  return dispute.about_refusal !== null ? words.about.refusal : words.about.ruling(dispute.about_ruling);
}

export async function show(place, id) {
  const dispute = await get(`/v1/disputes/${id}`);
  const match = await get(`/v1/matches/${dispute.match}`);
  const game = await gameOfMatch(match);
  const adapter = await adapterFor(game);
  await new DeskPage(place, { dispute, match, game, adapter }).start();
}

class DeskPage {
  #preview = null; // what the ruling that is being considered would do
  #isRuledShown = false; // the second table is that after the ruling, not that after the step

  constructor(place, { dispute, match, game, adapter }) {
    Object.assign(this, { dispute, match, game, adapter });
    this.halves = ['before', 'after'].map((test) => new Half({ game, adapter, test }));
    this.parts = {
      bar: h('header', { class: 'match-bar', dataset: { test: 'dispute' } }), alerts: h('div', { class: 'alerts' }),
      viewers: h('div', { class: 'viewers', role: 'group', 'aria-label': words.seenAs }),
      tables: h('section', { class: 'desk-tables' }, this.halves.map((one) => one.root)),
      around: h('section', { class: 'around', 'aria-label': words.around, tabindex: '0' }),
      facts: h('section', { class: 'desk-facts', 'aria-label': words.rules, tabindex: '0',
        dataset: { test: 'evidence-view' } }),
      ruling: h('section', { class: 'question ruling', 'aria-label': words.ruling.title, tabindex: '0' }),
      view: h('aside', { class: 'card-view', 'aria-label': words.seenAs, dataset: { test: 'card-view' } }),
    };
    const { bar, alerts, viewers, tables, around, facts, ruling, view } = this.parts;
    const root = h('div', { class: 'match desk' }, bar, h('div', { class: 'notices' }, alerts), viewers, tables, around,
      facts, ruling, view);
    document.documentElement.classList.add('at-table');
    document.title = words.title(dispute.number);
    place.replaceChildren(root);
    this.cardView = new CardView(root, view, { onGone: () => {} });
    new Presses(root, this.#handlers());
  }

  async start() {
    this.#drawBar();
    try {
      this.bundle = await get(this.dispute.evidence);
      this.proofs = await checkProofs(this.bundle);
    } catch (problem) { this.warn(problem); }
    if (this.bundle) {
      const seat = /^seat:(\d+)$/.exec(this.bundle.actor)?.[1];
      this.viewer = seat in this.bundle.before ? seat : Object.keys(this.bundle.before)[0];
      this.#drawFacts();
      this.#drawTables();
      await this.#readAround();
    }
    this.#drawRuling();
  }

  nameOf = (actor) => nameOfActor(actor, this.match);

  #drawBar() {
    const { dispute, match, game } = this;
    const state = dispute.status === 'open' && match.held?.id === dispute.id ? 'held' : dispute.status;
    this.parts.bar.dataset.status = dispute.status;
    this.parts.bar.replaceChildren(h('div', { class: 'bar-row' },
      h('a', { href: '/', class: 'brand', 'aria-label': 'Match Ledger' }, emblem(game, 26)),
      h('h1', {}, words.head(dispute.number, game.name, aboutText(dispute))),
      h('span', { class: ['tag', state === 'held' ? 'bad' : null], dataset: { test: 'state' } }, words.states[state]),
      h('p', { class: 'status', title: dispute.claim }, words.claim(this.nameOf(dispute.by), dispute.claim)),
      h('nav', { 'aria-label': words.pages }, h('a', { href: '/disputes' }, words.docket),
        h('a', { href: `/m/${match.id}/replay#step=${dispute.about_step ?? match.step}` }, words.replay),
        h('a', { href: `/disputes/${dispute.id}/report`, dataset: { test: 'report' } }, words.report))));
  }

  #drawTables() {
    const { bundle, match, viewer, halves, parts } = this;
    const views = Object.keys(bundle.before);
    parts.viewers.replaceChildren(h('span', {}, words.seenAs), ...views.map((one) => h('button', { type: 'button',
      class: 'chip', 'aria-pressed': String(one === viewer), dataset: { press: 'viewer', viewer: one } },
      nameOfViewer(one, match))), bundle.seen_as === 'seats' && !this.#preview ? h('small', {}, words.recorded) : '',
    this.#preview ? h('button', { type: 'button', class: 'chip ruled-switch',
      'aria-pressed': String(this.#isRuledShown), dataset: { press: 'ruled', test: 'show-ruled' } },
    this.#isRuledShown ? words.ruling.showStep : words.ruling.showRuled) : '');
    const seat = /^\d+$/.test(viewer) ? Number(viewer) : viewer === 'spectator' ? null : 0;
    const [before, after] = [bundle.before[viewer], bundle.after[viewer]];
    halves[0].show(words.before(bundle.step), { match, view: before, seat });
    const isRuled = this.#isRuledShown && this.#preview?.state;
    const ctx = isRuled
      ? halves[1].show(words.ruled, { match, view: this.#preview.state, seat: null, patch: this.#preview.patch })
      : halves[1].show(words.after(bundle.step), { match, view: after, seat,
        patch: before && after ? changes(before, after) : [] });
    parts.tables.dataset.ruled = isRuled ? 'yes' : 'no';
    if (ctx) this.cardView.update(ctx);
  }

  async #readAround() {
    const { step } = this.bundle;
    const after = Math.max(-1, step - AROUND - 1);
    const query = `after=${after}&limit=${2 * AROUND + 1}&detail=words`;
    const { steps } = await get(`/v1/matches/${this.match.id}/steps?${query}`);
    this.parts.around.replaceChildren(h('ol', {}, steps.map((one) => {
      const text = one.narration.join(' ');
      const isIt = one.step === step;
      return h('li', { class: isIt ? 'is-disputed' : null, 'aria-current': isIt ? 'step' : null },
        h('a', { class: 'step-number', href: `/m/${this.match.id}/replay#step=${one.step}` }, one.step), ' ',
        one.undone ? [h('s', {}, text), words.undone] : text);
    })));
    const { around } = this.parts;
    const disputed = around.querySelector('.is-disputed');
    if (disputed) around.scrollTop = disputed.offsetTop - (around.clientHeight - disputed.offsetHeight) / 2;
  }

  #drawFacts() {
    const { bundle, proofs, parts } = this;
    parts.facts.replaceChildren(h('div', { class: 'fact' }, h('h3', {}, words.could), drawChoices(bundle)),
      h('div', { class: 'fact' }, h('h3', {}, words.rules), drawRules(bundle)), drawProofs(bundle, proofs));
  }

  #drawRuling() {
    const { dispute, match, parts } = this;
    if (!canRule(dispute, match)) {
      parts.ruling.replaceChildren(...drawRulingText({ dispute, match, nameOf: this.nameOf,
        onWithdraw: () => this.#withdraw() }));
      return;
    }
    new RulingForm(parts.ruling, { dispute, match, step: this.bundle?.step ?? 1,
      onPreview: (preview) => this.#showPreview(preview), onRuled: (ruled) => this.#settle(ruled) });
  }

  #showPreview(preview) {
    this.#preview = preview;
    this.#isRuledShown = preview !== null;
    if (this.bundle) this.#drawTables();
  }

  async #settle(dispute) {
    this.dispute = dispute;
    this.match = await get(`/v1/matches/${dispute.match}`);
    this.#preview = null;
    this.#isRuledShown = false;
    this.#drawBar();
    this.#drawRuling();
    if (!this.bundle) return;
    this.#drawTables();
    await this.#readAround();
  }

  async #withdraw() {
    try {
      await call('DELETE', `/v1/disputes/${this.dispute.id}`);
      await this.#settle(await get(`/v1/disputes/${this.dispute.id}`));
    } catch (problem) { this.warn(problem); }
  }

  #handlers() {
    const map = (node) => node.closest('.half').querySelector('.map');
    return {
      viewer: ({ dataset }) => { this.viewer = dataset.viewer; this.#isRuledShown = false; this.#drawTables(); },
      ruled: () => { this.#isRuledShown = !this.#isRuledShown; this.#drawTables(); },
      pane: ({ dataset }) => { for (const half of this.halves) half.showPane(dataset.tab); },
      read: (node) => this.cardView.open(node, true), spot: (node) => this.cardView.open(node, true),
      'close-card': () => this.cardView.close(),
      map: (node) => (node.dataset.map === 'fit' ? fitMap(map(node))
        : stepMap(map(node), node.dataset.map === 'in' ? 1 : -1)),
    };
  }

  warn(problem) { this.parts.alerts.replaceChildren(alertBox(problem, this.match.game)); }
}
