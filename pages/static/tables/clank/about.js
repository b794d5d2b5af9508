// What the card view says of a room of the map, and of the cards that somebody owns.
import { human } from '../../dom.js';
import { costsOf, tokenName } from './board.js';
import { linesOf, poolsOf, priceOf } from './faces.js';
import { words } from './words-about.js';
import { words as shared } from './words.js';

const counted = (names) => [...new Set(names)].map((name) => {
  const count = names.filter((one) => one === name).length;
  return count > 1 ? `${count} × ${name.replace(/^an? /, '')}` : name;
}).join(', ');

function describeRoom(id, { view, catalogue, names }) {
  const { rooms, corridors } = catalogue.board;
  const titleOf = (one) => rooms.find((room) => room.id === one).title;
  const { title, zone, features } = rooms.find((room) => room.id === id);
  const kinds = [words.zones[zone], ...features.map((name) => shared.features[name]?.[0])].filter(Boolean);
  const lies = (view.tokens.find((one) => one.room_id === id)?.tokens ?? []).filter(Boolean).map((token) =>
    tokenName({ ...catalogue.tokens.find((one) => one.id === token.kind), ...token }));
  const here = view.players.filter((one) => one.room_id === id).map((one) => names[one.seat]);
  const ways = corridors.filter(({ ends }) => ends.includes(id)).map((way) => {
    const [from, to] = way.ends;
    if (way.one_way && to === id) return words.onlyFrom(titleOf(from));
    return `${titleOf(from === id ? to : from)}: ${costsOf(way)}${way.wrap ? `, ${words.around}` : ''}`;
  });
  return { title, tone: 'cl-room', kind: kinds.join(', '), text: [lies.length ? words.lies(counted(lies)) : '',
    here.length ? words.here(here.join(', ')) : '', words.waysOn], facts: ways };
}

// CLANK-V.1, CLANK-V.2: all of this is open to everybody. A list by name says nothing of the order of a deck.
function describeCards(seat, { view, names }, titleOf) {
  const one = view.players[seat];
  const rest = [...one.deck_and_hand];
  for (const card of one.hand ?? []) rest.splice(rest.indexOf(card.name), 1);
  const namesOf = (list) => counted(list.map((card) => card.title).sort());
  const parts = [[one.hand ? words.inDeck : words.inDeckAndHand, counted(rest.map(titleOf))],
    [words.inHand, namesOf(one.hand ?? [])], [words.inPlay, namesOf(one.play_area)],
    [words.inDiscards, namesOf(one.discard)]];
  return { title: words.cardsTitle(names[seat]), tone: 'cl-room', kind: words.worth(one.points),
    facts: parts.filter(([, list]) => list).map(([part, list]) => `${part}: ${list}`) };
}

const effectsIn = (list) => list.flatMap((one) => [one.do, ...effectsIn([one.then ?? [], one.options ?? []].flat(2))]);
// What a card does beside what its own words say, and what they mean.
function notesOf(row) {
  const found = new Set(shared.moments.flatMap(([name]) => effectsIn(row[name] ?? [])));
  return [typeof row.points === 'object' ? words.pointsBy[row.points.by](row.points) : '', ...Object.keys(words.notes)
    .filter((one) => found.has(one) || row[one] === true).map((one) => words.notes[one])].filter(Boolean);
}

const factsOf = (row) => [row.kind && row.kind !== 'card' ? words.kinds[row.kind] || human(row.kind) : '',
  row.place ? words.only(human(row.place).toLowerCase()) : '',
  typeof row.points === 'number' && row.points ? shared.points(row.points) : ''].filter(Boolean);

export function describe(name, row, ctx, titleOf) {
  const [what, which] = name.split(' ');
  if (what === 'room') return describeRoom(which, ctx);
  if (what === 'cards') return describeCards(Number(which), ctx, titleOf);
  if (!row.id) return null;
  const pools = poolsOf(row).map((pool) => shared.effect[pool](row[pool])).join(', ');
  return { title: row.title, corner: priceOf(row), tone: `cl-${row.kind || 'card'}`, kind: factsOf(row).join(', '),
    text: [pools, ...linesOf(row)].filter(Boolean).map((line) => `${line}.`), facts: notesOf(row) };
}
