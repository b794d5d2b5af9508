// The evidence of a step: what was sent, what it did, what rules it rests on, what each side could see, where the luck
// came from.
import { dialog } from './dialog.js';
import { h, human } from './dom.js';
import { ruleButton } from './alerts.js';
import { leadsToRoot } from './merkle.js';
import { words as audit } from './words-audit.js';
import { words } from './words-desk.js';

const json = (value) => h('pre', { tabindex: '0' }, JSON.stringify(value, null, 1));
const part = (title, value) => h('details', { dataset: { key: `evidence-${title}` } }, h('summary', {}, title),
  json(value));

// Worked out in this browser: each event of the step is in the tree whose root is signed.
export async function checkProofs(bundle) {
  const holds = await Promise.all(bundle.proofs.map((proof) => leadsToRoot({ ...proof, root: bundle.checkpoint.root })
    .catch(() => false))); // a proof that cannot be read does not hold
  return { held: holds.filter(Boolean).length, all: holds.length };
}

export const nameOfActor = (actor, match) => {
  const [kind, id] = actor.split(':');
  if (kind === 'seat') return match.seats[Number(id)]?.name || words.seat(Number(id));
  return { arbiter: words.arbiter, admin: words.arbiter, clock: words.clock }[kind] ?? kind;
};

export const nameOfViewer = (viewer, match) => (/^\d+$/.test(viewer)
  ? match.seats[Number(viewer)]?.name || words.seat(Number(viewer))
  : viewer === 'spectator' ? words.spectator : words.all);

export function luckText({ luck }) {
  if (luck === null) return words.luck.sealed;
  return luck.length ? words.luck.some(luck.length) : words.luck.none;
}

export const drawChoices = ({ choices }) => (choices.length ? h('ul', { class: 'could' }, choices.map((one) => h('li',
  { title: one.effect || null }, one.label ?? human(one.type)))) : h('p', { class: 'dim' }, words.couldNothing));

export const drawRules = ({ rules, game, rules_version: version }) => (rules.length ? h('ul', { class: 'cited' },
  rules.map((rule) => h('li', {}, ruleButton(rule.id, game, version), ' ', rule.text)))
  : h('p', { class: 'dim' }, words.rulesNone));

export const drawProofs = (bundle, { held, all }) => h('p', { class: ['proofs', held === all ? 'ok' : 'wrong'],
  dataset: { test: 'proofs' } }, h('b', {}, words.proven(held, all)), ` · ${luckText(bundle)} `,
  h('button', { type: 'button', class: 'quiet', onclick: () => openRaw(bundle) }, words.raw));

function openRaw(bundle) {
  const views = Object.keys(bundle.before);
  const { raw } = audit.ofStep;
  dialog(words.raw, part(raw.command, bundle.command), part(raw.events, bundle.events),
    part(raw.choices, bundle.choices), part(raw.luck, bundle.luck),
    views.map((name) => [part(raw.before(name), bundle.before[name]), part(raw.after(name), bundle.after[name])]),
    part(raw.proofs, bundle.proofs), part(raw.checkpoint, bundle.checkpoint));
}

// For the audit page: a step that nobody disputes, without its tables.
export function evidenceView(bundle, match, proofs) {
  const { facts: say, undone, noCommand } = audit.ofStep;
  const facts = [[say.step, bundle.step + (bundle.undone ? undone : '')], [say.by, nameOfActor(bundle.actor, match)],
    [say.at, new Date(bundle.at).toLocaleString('en-GB')], [say.seenAs, bundle.seen_as],
    [say.command, bundle.command ? human(bundle.command.type) : noCommand]];
  return h('div', { class: 'evidence', dataset: { test: 'evidence-view' } },
    h('ol', {}, bundle.narration.map((sentence) => h('li', {}, sentence))),
    h('dl', { class: 'facts' }, facts.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)))),
    h('h3', {}, words.could), drawChoices(bundle), h('h3', {}, words.rules), drawRules(bundle),
    drawProofs(bundle, proofs),
    h('p', {}, h('a', { href: `/m/${bundle.match}/replay#step=${bundle.step}` }, words.replay)));
}
