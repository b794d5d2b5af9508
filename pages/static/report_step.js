// Reporting a step: what is needed to play it again, as a file to send to whoever looks after the rules.
import { dialog, download } from './dialog.js';
import { h, say } from './dom.js';
import { post } from './api.js';
import { words } from './words-menu.js';

const text = words.reporting;

const REMARK_MAX = 1000;

async function save(match, step, remark) {
  const bundle = await post(`/v1/matches/${match}/steps/${step}/report`, { remark });
  download(`${match}-step-${step}.json`, JSON.stringify(bundle), 'application/json');
}

// Opens a window in which a step is chosen and a remark written; the last step is chosen at first.
export function openReport({ match, step, isOver }) {
  const number = h('input', { type: 'number', min: 1, max: step, step: 1, value: step, inputmode: 'numeric',
    required: true });
  const remark = h('textarea', { rows: 4, maxlength: REMARK_MAX });
  const wrong = h('p', { role: 'alert' });
  const form = h('form', {
    onsubmit: async (event) => {
      event.preventDefault();
      try {
        await save(match, Number(number.value), remark.value);
        box.close();
        say(text.saved);
      } catch (problem) { wrong.textContent = problem.detail || problem.message; }
    },
  }, h('p', { class: 'dim' }, text.what, ' ', isOver ? text.over : text.running),
    h('label', { class: 'field' }, text.step, number), h('label', { class: 'field' }, text.remark, remark), wrong,
    h('div', { class: 'row' }, h('button', { type: 'submit', class: 'primary', dataset: { test: 'save-report' } },
      text.save)));
  const box = dialog(text.title, form);
}
