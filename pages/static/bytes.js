// Bytes, hashes and canonical JSON, for whoever checks a file in the browser.

export const text = new TextEncoder();
export const subtle = globalThis.crypto?.subtle;

export class Wrong extends Error {} // a broken check
export class Open extends Error {} // a check that cannot be decided here

export const need = (isRight, sentence) => { if (!isRight) throw new Wrong(sentence); };
export const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
export const isWhole = (value) => Number.isSafeInteger(value);
export const isText = (value) => typeof value === 'string';

export const hex = (bytes) => [...bytes].map((one) => one.toString(16).padStart(2, '0')).join('');
export const unhex = (word) => {
  need(/^([0-9a-f]{64})$/.test(word), 'a hash is not 64 hexadecimal digits');
  return Uint8Array.from(word.match(/../g), (pair) => parseInt(pair, 16));
};
export const unbase64 = (word, length) => {
  const raw = Uint8Array.from(atob(word), (one) => one.charCodeAt(0));
  need(btoa(String.fromCharCode(...raw)) === word && (length === undefined || raw.length === length),
    `not the base64 of ${length} bytes`);
  return raw;
};

export function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) { all.set(part, at); at += part.length; }
  return all;
}

export const sha256 = async (bytes) => new Uint8Array(await subtle.digest('SHA-256', bytes));
export const hmacKey = (secret) => subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
export const hmac = async (key, bytes) => new Uint8Array(await subtle.sign('HMAC', key, bytes));

// Canonical JSON (RFC 8785): names in the order of their UTF-16 units, and numbers and texts as JSON.stringify
// writes them.
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const pair = (key) => `${JSON.stringify(key)}:${canonical(value[key])}`;
  if (isObject(value)) return `{${Object.keys(value).sort().map(pair).join(',')}}`;
  return JSON.stringify(value) ?? 'null';
}
