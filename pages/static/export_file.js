// An exported match as a file: its form (docs/proofs.md), to the byte, and the leaves of its events.
import { Wrong, canonical, hex, hmac, hmacKey, isObject, isText, isWhole, joined, need, sha256, text,
  unbase64 } from './bytes.js';

// Whole numbers that every language can hold, whole characters, ASCII names, and no more levels than the ledger
// ever writes.
function isPlain(value, depth = 64) {
  if (Array.isArray(value)) return depth > 0 && value.every((one) => isPlain(one, depth - 1));
  if (isObject(value)) return depth > 0 && Object.entries(value)
    .every(([name, one]) => /^[\x00-\x7f]*$/.test(name) && isPlain(one, depth - 1));
  return typeof value === 'number' ? isWhole(value) : !isText(value) || value.isWellFormed();
}

// The file.
const HEADER = { format: isText, match: isText, game: isText, rules_version: isWhole, catalogue: isText,
  viewer: isText, size: isWhole, root: isText, note: isText, key: isText };
const EVENT = { version: isWhole, step: isWhole, type: isText, schema: isWhole, command: isText, actor: isText,
  at: isWhole, rule: isText, public: isObject };
const LOGGED = { head: isObject, entry: isWhole, log_size: isWhole, log_root: isText, proof: Array.isArray,
  note: isText, origin: isText };
const PART_NAME = /^(all|sealed|seat:(0|[1-9][0-9]{0,2})(,(0|[1-9][0-9]{0,2}))*)$/;
const ACTOR = /^(operator|clock|(seat|clock):(0|[1-9][0-9]{0,2})|(player|arbiter|admin):[!-~]+)$/;

// One name for each audience: its seats stand in order.
const isPartName = (name) => PART_NAME.test(name)
  && name.slice(5).split(',').every((seat, at, seats) => at === 0 || Number(seats[at - 1]) < Number(seat));

export function mustBe(document, fields, optional = {}) {
  need(isObject(document), 'it is not an object');
  need(Object.keys(fields).every((name) => Object.hasOwn(document, name)), 'it lacks a field');
  for (const [name, value] of Object.entries(document)) {
    const is = Object.hasOwn(fields, name) ? fields[name] : Object.hasOwn(optional, name) ? optional[name] : null;
    need(is, 'it has an unknown field');
    need(is(value), `${name} is of another type`);
  }
}

function mustBePart(part) {
  const names = isObject(part) ? Object.keys(part).sort().join() : '';
  if (names === 'salt,values' && isObject(part.values)) unbase64(part.salt, 32);
  else need(names === 'commitment' && unbase64(part.commitment, 32),
    'a part has a salt and values, or a commitment and nothing else');
}

export function mustBeEvent(document) {
  mustBe(document, EVENT, { secret: isObject, cause: isObject });
  need(/^([0-9a-f]{2})+$/.test(document.command), 'the id of the command is not hexadecimal');
  need(ACTOR.test(document.actor), 'nobody has such a name');
  if (document.secret) {
    const names = Object.keys(document.secret);
    need(names.length && names.every(isPartName), 'a part has no such name');
    Object.values(document.secret).forEach(mustBePart);
  }
  if (document.cause) {
    mustBe(document.cause, { type: isText, params: isObject });
    mustBePart(document.cause.params);
  }
}

export const orNone = (value) => value === null || isObject(value);

export function mustBeLogged(logged) {
  if (!logged) return;
  mustBe(logged, LOGGED);
  mustBe(logged.head, { match: isText, size: isWhole, root: isText });
  need(logged.proof.every(isText), 'a proof is a list of texts');
}

export function mustBeSource(source) {
  if (source) mustBe(source, { key: isText, note: isText, at: isWhole });
}

function mustBeHeader(header) {
  mustBe(header, HEADER, { draws: isWhole, logged: orNone, main: orNone, imported: orNone });
  mustBeSource(header.imported);
  need(/^(all|spectator|seat:(0|[1-9][0-9]{0,2}))$/.test(header.viewer), 'there is no such viewer');
  mustBeLogged(header.logged);
  if (header.main) mustBe(header.main, { size: isWhole, root: isText, note: isText });
}

export function parsed(line) {
  try {
    const document = JSON.parse(line);
    if (isObject(document) && isPlain(document) && canonical(document) === line) return document;
  } catch { /* said below */ }
  throw new Wrong('it is not canonical JSON of an object');
}

// A file may be a text or its bytes.
export const decoded = (file) => (isText(file) ? file
  : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file));

// Header, main line, events and draws of a file, in this order.
export function parse(file) {
  let number = 1;
  try {
    const lines = decoded(file).split('\n');
    const [header, main, events, luck] = [parsed(lines[0]), [], [], []];
    need(header.format === 'matchledger-export/1', 'this is not an exported match');
    mustBeHeader(header);
    need(lines.pop() === '', 'the last line does not end in a newline, so the file may have been cut');
    for (const line of lines.slice(1)) {
      number += 1;
      const document = parsed(line);
      if (Object.hasOwn(document, 'luck')) {
        mustBe(document, { luck: isWhole, place: isWhole, calls: Array.isArray });
        need(document.calls.every((call) => Array.isArray(call) && call.length === 3 && isText(call[0])),
          'a draw is a question, what it was asked about, and an outcome');
        luck.push(document);
      } else if (luck.length || (Object.hasOwn(document, 'main') && events.length)) throw new Wrong(
        'it stands in the wrong place');
      else if (Object.hasOwn(document, 'main')) { mustBe(document, { main: isObject }); mustBeEvent(document.main);
        main.push(document.main); }
      else { mustBeEvent(document); events.push(document); }
    }
    need(events.length, 'there is no event in the file');
    return { header, main, events, luck };
  } catch (problem) { throw new Wrong(`Line ${number}: ${problem.message}.`); }
}

async function commitment(part) {
  return part.salt ? hmac(await hmacKey(unbase64(part.salt, 32)), text.encode(canonical(part.values)))
    : unbase64(part.commitment, 32);
}

export async function leafHash({ secret, cause, ...leaf }) {
  if (secret) {
    leaf.secret = {};
    for (const [name, part] of Object.entries(secret)) leaf.secret[name] = hex(await commitment(part));
  }
  if (cause) leaf.cause = { type: cause.type, params: hex(await commitment(cause.params)) };
  return sha256(joined(Uint8Array.of(0), text.encode(canonical(leaf))));
}
