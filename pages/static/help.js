// How to play in two minutes: five sentences and a picture of the table with its parts marked, then a tour of the real
// one.
import { dialog } from './dialog.js';
import { h } from './dom.js';
import { addStyles } from './late-styles.js';
import { ARM_MS } from './press.js';
import { words } from './words.js';
import { words as help } from './words-help.js';

const GAP_PX = 8;

export async function openHelp(page) {
  const { game, match } = page.session;
  const own = page.adapter.words?.help;
  if (!own) { location.href = `/rules/${match.game}`; return; }
  await addStyles('later.css');
  const box = dialog(words.firstHelp.title(game.name),
    h('ol', { class: 'two-minutes' }, own.sentences.map((text) => h('li', {}, text))), drawPicture(own.marks),
    page.adapter.drawLegend?.(),
    h('p', { class: 'changes-mark', dataset: { test: 'help-changes' } }, help.changes),
    h('p', { class: 'row' }, h('button', { type: 'button', class: 'primary', dataset: { test: 'help-start' },
      onclick: () => box.close() }, help.start),
      h('button', { type: 'button', dataset: { test: 'help-tour' }, onclick: () => { box.close(); showTour(page); } },
        help.tour),
      h('a', { class: 'button', href: `/rules/${match.game}` }, help.rules)));
  box.dataset.test = 'help';
}

// The table as boxes, where its parts lie.
function drawPicture(marks) {
  const part = (name, text) => h('div', { class: `mark mark-${name}` }, text);
  return h('div', { class: ['table-picture', marks.row ? 'with-row' : null] },
    marks.row ? part('row', marks.row) : null,
    part('others', marks.others), part('middle', marks.middle), part('mine', marks.mine),
      part('question', words.question.label), part('log', words.log.title));
}

function showTour(page) {
  const { frame } = page;
  const places = { others: () => frame.table.querySelector('.others'),
    middle: () => frame.table.querySelector('.middle'),
    mine: () => [...frame.table.querySelectorAll('.mine, [data-pane].is-shown')].find((one) => one.checkVisibility()),
    question: () => frame.question, log: () => frame.log };
  const stops = help.stops.filter(([name]) => places[name]()?.checkVisibility());
  let at = -1;
  const text = h('p', {});
  const next = h('button', { type: 'button', class: 'primary', dataset: { test: 'tour-next' }, onclick: () => go() });
  const bubble = h('div', { class: 'tour', role: 'dialog', 'aria-label': help.tour }, text,
    h('p', { class: 'row' }, next, h('button', { type: 'button', class: 'quiet', onclick: () => end() },
    help.skip)));
  // Keeps presses from the table, and for a moment longer: one too many must not play what lay below the bubble.
  const shade = h('div', { class: 'tour-shade' }, bubble);
  let marked = null;
  function end() {
    marked?.classList.remove('in-tour');
    bubble.remove();
    setTimeout(() => shade.remove(), ARM_MS);
  }
  function go() {
    at += 1;
    marked?.classList.remove('in-tour');
    if (at === stops.length) { end(); return; }
    marked = places[stops[at][0]]();
    marked.classList.add('in-tour');
    text.textContent = stops[at][1];
    next.textContent = at + 1 === stops.length ? help.done : help.next;
    placeBeside(bubble, marked);
    next.focus();
  }
  bubble.addEventListener('keydown', (event) => { if (event.key === 'Escape') end(); });
  frame.root.append(shade);
  go();
}

// Where it covers least of what it explains: below, above or beside it, as far as the window reaches.
function placeBeside(bubble, marked) {
  const { style } = bubble;
  const [around, box] = [marked.getBoundingClientRect(), bubble.getBoundingClientRect()];
  const middle = { left: around.left + (around.width - box.width) / 2,
    top: around.top + (around.height - box.height) / 2 };
  const places = [{ ...middle, top: around.bottom + GAP_PX }, { ...middle, top: around.top - box.height - GAP_PX },
    { ...middle, left: around.left - box.width - GAP_PX }, { ...middle, left: around.right + GAP_PX }]
    .map(({ left, top }) => ({ left: within(left, innerWidth - box.width),
      top: within(top, innerHeight - box.height) }));
  const covered = ({ left, top }) => overlap(left, left + box.width, around.left, around.right)
    * overlap(top, top + box.height, around.top, around.bottom);
  const best = places.reduce((one, other) => (covered(other) < covered(one) ? other : one));
  style.left = `${best.left}px`;
  style.top = `${best.top}px`;
}

const within = (at, most) => Math.max(GAP_PX, Math.min(at, most - GAP_PX));
const overlap = (a, b, c, d) => Math.max(0, Math.min(b, d) - Math.max(a, c));
