// How a hidden tab says that this player is asked something: by a tone or a notification, if they chose so.
import { h } from './dom.js';
import { game } from './api.js';
import { words } from './words-lobby.js';

const { signals: text } = words;
const SETTINGS = 'matchledger.signals';

const settings = () => { try { return JSON.parse(localStorage.getItem(SETTINGS)) || {}; } catch { return {}; } };
const keep = (changes) => localStorage.setItem(SETTINGS, JSON.stringify({ ...settings(), ...changes }));

export async function signal(kind, one) {
  if (!['turn', 'undo', 'call_off', 'rematch'].includes(kind)) return;
  if (kind === 'turn' && settings().tone) tone();
  if (settings().notify && 'Notification' in self && Notification.permission === 'granted') {
    const { name } = await game(one.game);
    const say = { turn: text.turn, rematch: text.rematch }[kind] ?? text.asked;
    const told = new Notification(say(name), { tag: one.match });
    told.onclick = () => {
      focus();
      location.href = `/m/${kind === 'rematch' ? one.rematch : one.match}`;
      told.close();
    };
  }
}

function tone() {
  const audio = new AudioContext();
  const sound = audio.createOscillator();
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0.1, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.3);
  sound.frequency.value = 660;
  sound.connect(volume).connect(audio.destination);
  sound.start();
  sound.stop(audio.currentTime + 0.3);
  sound.onended = () => audio.close();
}

// Both are off until they are chosen; the browser asks for its permission at the press.
export function signalControls() {
  const now = settings();
  const box = (name, label, onchange) => h('label', { class: 'check' },
    h('input', { type: 'checkbox', checked: Boolean(now[name]),
    dataset: { test: `signal-${name}`, key: `signal-${name}` }, onchange }), h('span', {}, label));
  return h('details', { dataset: { key: 'signals' } }, h('summary', {}, text.title),
    'Notification' in self ? box('notify', text.notify, async (event) => {
      const isOn = event.target.checked && await Notification.requestPermission() === 'granted';
      event.target.checked = isOn;
      keep({ notify: isOn });
    }) : null,
    box('tone', text.tone, (event) => keep({ tone: event.target.checked })));
}
