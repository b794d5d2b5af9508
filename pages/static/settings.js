// What somebody has set for this browser: colours, how fast others' moves are shown, whether one tap plays, keys.
const KEY = 'matchledger.settings';
const DEFAULTS = { theme: 'system', speed: 'normal', oneTap: false, keys: true };
export const THEMES = ['system', 'light', 'dark', 'contrast'];
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
export const showMs = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : SPEEDS[settings().speed]
  ?? 0);
