// The evidence of a step: what was sent, what it did, what rules it rests on, what each side could see, where the luck came from.
import { h, human } from './dom.js';
import { ruleButton } from './alerts.js';

const json = (value) => h('pre', { tabindex: '0' }, JSON.stringify(value, null, 1));
const part = (title, ...content) => h('details', { dataset: { key: `evidence-${title}` } }, h('summary', {}, title), ...content);

export function evidenceView(bundle, match, proofs) {
  const who = bundle.actor.startsWith('seat:') ? match?.seats[Number(bundle.actor.slice(5))]?.name || bundle.actor : bundle.actor;
  const seen = (viewer) => (/^\d+$/.test(viewer) ? match?.seats[Number(viewer)]?.name || `seat ${Number(viewer) + 1}` : `the ${viewer}`);
  return h('div', { class: 'evidence', dataset: { test: 'evidence-view' } },
    h('ol', {}, bundle.narration.map((sentence) => h('li', {}, sentence))),
    h('dl', { class: 'facts' }, [['Step', bundle.step + (bundle.undone ? ' (taken back since)' : '')], ['By', who], ['At', new Date(bundle.at).toLocaleString('en-GB')], ['Seen as', bundle.seen_as], ['Command', bundle.command ? human(bundle.command.type) : 'none']]
      .map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)))),
    h('ul', { class: 'checks' }, proofs.map((proof) => h('li', { class: proof.holds ? 'ok' : 'wrong' }, h('b', {}, proof.holds ? '✓ holds' : '✗ fails'), h('span', {}, h('strong', {}, `Event ${proof.version}`), ` is in the signed tree of ${proof.size} events, worked out in this browser.`)))),
    h('h3', {}, 'Rules'), bundle.rules.length ? bundle.rules.map((rule) => h('p', {}, ruleButton(rule.id, bundle.game), ' ', rule.text)) : h('p', {}, 'None.'),
    part('The command as received', json(bundle.command)),
    part('What else could have been done', bundle.choices.length ? h('ul', {}, bundle.choices.map((one) => h('li', {}, human(one.type), one.hint ? `: ${one.hint}` : ''))) : h('p', {}, 'Nothing is known of that to you, or nobody had a choice.'), json(bundle.choices)),
    part('Where the luck came from', bundle.luck?.length ? json(bundle.luck) : h('p', {}, bundle.luck ? 'Nothing was left to chance.' : 'The dice are opened when the match ends.')),
    h('div', { class: 'before-after' }, Object.keys({ ...bundle.before, ...bundle.after }).flatMap((name) => [['Before', bundle.before], ['After', bundle.after]]
      .map(([when, views]) => (name in views ? part(`${when}, as ${seen(name)} saw it`, json(views[name])) : null)))),
    part('Events', json(bundle.events)),
    part('Signed checkpoint', json(bundle.checkpoint)));
}
