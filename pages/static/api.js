// Who plays in this browser, and the calls of the SDK with their token. Tokens stay in this browser.
import { Caller } from './sdk/caller.js';

export { Problem } from './sdk/problems.js';

const PEOPLE = 'matchledger.people';
const CURRENT = 'matchledger.current';

const read = (storage, key) => { try { return JSON.parse(storage.getItem(key)); } catch { return null; } };

export const people = () => read(localStorage, PEOPLE) || [];

// Each tab may be another player; a new tab starts as the last one chosen.
export function me() {
  const id = sessionStorage.getItem(CURRENT) || localStorage.getItem(CURRENT);
  return people().find((person) => person.id === id) || null;
}

export function become(id) {
  sessionStorage.setItem(CURRENT, id || '');
  localStorage.setItem(CURRENT, id || '');
}

export function remember(person) {
  localStorage.setItem(PEOPLE, JSON.stringify([...people().filter((one) => one.id !== person.id), person]));
  become(person.id);
}

export function forget(id) {
  localStorage.setItem(PEOPLE, JSON.stringify(people().filter((one) => one.id !== id)));
  if (me() === null) become('');
}

let skewMs = 0; // how far the server's clock is ahead of this one
export const clockSkewMs = () => skewMs;

const callers = new Map(); // token -> caller

function callerOf(token) {
  const bearer = (token === undefined ? me()?.token : token) || '';
  if (!callers.has(bearer)) callers.set(bearer, new Caller('', { token: bearer }));
  return callers.get(bearer);
}

export async function call(method, path, { body, token, key, expected, accept, signal, ...others } = {}) {
  if (Object.keys(others).length) throw new TypeError(`call() knows no ${Object.keys(others)}`);
  const caller = callerOf(token);
  try {
    return await caller.request(method, path, { body, key, expected, accept, signal });
  } finally {
    skewMs = caller.clockSkewMs;
  }
}

export const get = (path, options) => call('GET', path, options);
export const post = (path, body = {}, options = {}) => call('POST', path, { ...options, body });

const games = new Map();
export function game(slug) {
  if (!games.has(slug)) {
    const asked = get(`/v1/games/${slug}`, { token: '' });
    asked.catch(() => games.delete(slug)); // ask again next time
    games.set(slug, asked);
  }
  return games.get(slug);
}

// The game with the cards of this match: its deck packs, or those of the rules that it began with, may make them
// others.
export async function gameOfMatch(match) {
  const found = await game(match.game);
  if (match.catalogue === found.catalogue_digest) return found;
  const { catalogue } = await get(`/v1/matches/${match.id}/catalogue`);
  return { ...found, catalogue };
}
