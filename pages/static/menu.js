// The menu of the table page: colours, speed, keys, the link to the match, and the other pages of it.
import { dialog } from './dialog.js';
import { h } from './dom.js';
import { me } from './api.js';
import { signalControls } from './signals.js';
import { SPEEDS, THEMES, change, settings } from './settings.js';
import { words } from './words-menu.js';

const choose = (title, name, values, labels) => h('fieldset', {}, h('legend', {}, title), h('div', { class: 'chips' },
  values.map((value) => h('label', { class: 'chip' },
    h('input', { type: 'radio', name, checked: settings()[name] === value, value,
      onchange: () => change(name, value) }), h('span', {}, labels[value])))));

const check = (title, name) => h('label', { class: 'check' },
  h('input', { type: 'checkbox', checked: settings()[name], onchange: (event) => change(name, event.target.checked) }),
    h('span', {}, title));

export function linkBox(id) {
  const link = `${location.origin}/m/${id}`;
  const input = h('input', { type: 'text', readonly: true, value: link, 'aria-label': words.share,
    onfocus: (event) => event.target.select() });
  const copy = async (event) => {
    try {
      await navigator.clipboard.writeText(link);
      event.target.textContent = words.copied;
    } catch { input.select(); } // not allowed here: whoever asks can copy it themselves
  };
  return h('div', { class: 'invite' }, input, h('button', { type: 'button', onclick: copy }, words.copy));
}

async function report({ id, step, status }) {
  const { openReport } = await import('./report_step.js');
  openReport({ match: id, step, isOver: status === 'finished' });
}

export function openMenu({ session }) {
  const { match } = session;
  dialog(words.title,
    choose(words.theme, 'theme', THEMES, words.themes),
    choose(words.speed, 'speed', Object.keys(SPEEDS), words.speeds),
    check(words.oneTap, 'oneTap'), matchMedia('(any-pointer: fine)').matches ? check(words.keysOn, 'keys') : null,
    me() ? h('div', {}, signalControls(), h('button', { type: 'button', dataset: { test: 'devices' },
      onclick: async () => (await import('./devices.js')).openDevices() }, words.devices)) : null,
    h('h3', {}, words.share), h('p', { class: 'dim' }, words.shareRunning), linkBox(match.id),
    h('nav', { class: 'row', 'aria-label': words.title }, [[`/m/${match.id}/replay`, words.replay],
      [`/m/${match.id}/audit`, words.audit], [`/rules/${match.game}`, words.rules], ['/', words.lobby]]
      .map(([href, text]) => h('a', { class: 'button', href }, text)),
      match.step > 0 && h('button', { type: 'button', dataset: { test: 'report' }, onclick: () => report(match) },
        words.report)));
}
