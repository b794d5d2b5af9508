// Playing on another device: a code that gives it a token of its own, and one's tokens to see, copy and revoke.
import { ago } from './ago.js';
import { dialog } from './dialog.js';
import { h } from './dom.js';
import { redraw } from './redraw.js';
import { call, forget, get, me, post, remember } from './api.js';
import { alertBox } from './alerts.js';
import { words } from './words-lobby.js';

const { devices: text } = words;

const CODE = /^[A-Za-z]{8}$/; // what a first device shows; a token is longer

// Who somebody is by the code or the token that they have typed; this browser plays as them from now on.
export async function bringPlayer(typed) {
  const token = CODE.test(typed) ? (await post('/v1/tokens/redeem', { code: typed }, { token: '' })).token : typed;
  const found = await get('/v1/players/me', { token });
  remember({ ...found, token });
}

export async function openDevices() {
  const alerts = h('div', { class: 'alerts' });
  const list = h('div', {});
  const attempt = async (action) => {
    try { await action(); redraw(alerts); } catch (problem) { redraw(alerts, alertBox(problem)); }
  };
  const refresh = () => attempt(async () => redraw(list, drawTokens((await get('/v1/tokens')).tokens, revoke)));
  const revoke = (one) => attempt(async () => {
    await call('DELETE', `/v1/tokens/${one.id}`);
    if (one.current) { forget(me().id); location.href = '/'; } else await refresh();
  });
  dialog(text.title, alerts, codePart(attempt), tokenPart(), h('h3', {}, text.who), list);
  await refresh();
}

function codePart(attempt) {
  const place = h('p', { role: 'status', dataset: { test: 'device-code' } });
  const make = () => attempt(async () => {
    const { code, expires_at: until } = await post('/v1/tokens/codes', {});
    redraw(place, h('strong', { class: 'big' }, code), h('br'),
      text.code(new Date(until).toLocaleTimeString(), location.host));
  });
  return h('div', {}, h('button', { type: 'button', class: 'primary', dataset: { test: 'make-code' }, onclick: make },
    text.make), place);
}

// The token itself, for those who want to keep it elsewhere: hidden until it is asked for.
function tokenPart() {
  const field = h('input', { type: 'text', readonly: true, value: me().token, 'aria-label': text.token,
    dataset: { test: 'shown-token' }, onfocus: (event) => event.target.select() });
  const copy = async (event) => {
    try {
      await navigator.clipboard.writeText(field.value);
      event.target.textContent = text.copied;
    } catch { field.select(); } // not allowed here: whoever asks can copy it themselves
  };
  return h('details', {}, h('summary', {}, text.show),
    h('p', { class: 'dim' }, text.keep),
    h('div', { class: 'invite' }, field, h('button', { type: 'button', onclick: copy }, text.copy)));
}

function drawTokens(tokens, revoke) {
  return h('ul', { class: 'plain', dataset: { test: 'tokens' } }, tokens.map((one) => h('li', { class: 'row' },
    h('span', { class: 'grow' }, one.current ? text.here : one.name || text.other,
      h('small', { class: 'dim' }, text.made(ago(one.made_at)), one.used_on ? text.used(one.used_on) : '')),
    h('button', { type: 'button', dataset: { test: one.current ? 'revoke-mine' : 'revoke', key: `revoke ${one.id}` },
      onclick: () => revoke(one) }, one.current ? text.revokeMine : text.revoke))));
}
