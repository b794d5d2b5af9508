// What somebody has set for this browser: colours, how fast others' moves are shown, whether one tap plays, keys.
const KEY = 'matchledger.settings';
const DEFAULTS = { theme: 'system', speed: 'normal', oneTap: false, keys: true };
export const THEMES = ['system', 'light', 'dark', 'contrast'];
const TELL = 12 / 7; // a sentence takes longer to read than a move to see
export const SPEEDS = { slow: 1200, normal: 700, fast: 300, off: 0 };

export function settings() {
  try { return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY)) }; } catch { return DEFAULTS; }
}

export function change(name, value) {
  localStorage.setItem(KEY, JSON.stringify({ ...settings(), [name]: value }));
  applyTheme();
}

export function applyTheme() {
  const { theme } = settings();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

const hasSeen = (slug) => localStorage.getItem(`matchledger.seen.${slug}`) !== null;
export const isFirstTable = (slug) => !hasSeen(slug);
export const rememberTable = (slug) => localStorage.setItem(`matchledger.seen.${slug}`, 'yes');
export const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
const speedMs = () => SPEEDS[settings().speed] ?? 0;
// How long each sentence of a long step stays. 0: until a press.
export const tellMs = () => (isCalm() ? 0 : speedMs() * TELL);
export const isTold = () => speedMs() > 0;
export const showMs = () => (isCalm() ? 0 : speedMs());
