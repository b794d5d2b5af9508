// What the card view of Clank! says. Read when it is opened for the first time.
const plural = (number, one, many) => `${number} ${number === 1 ? one : many}`;

export const words = {
  pointsBy: { vp_if: ({ n, token }) => `${n} points with a ${token}`,
      vp_per: ({ n, card }) => `${n} points for each ${card.replace('_', ' ')}`,
      vp_per_gold: ({ n, gold }) => `${plural(n, 'point', 'points')} for every ${gold} gold`,
      vp_if_kinds: ({ n, at_least: least }) => `${n} points with ${least} of chalice, dragon egg and idol` },
  zones: { upper: 'above the Depths', depths: 'in the Depths' }, lies: (what) => `There: ${what}.`,
    here: (who) => `Here: ${who}.`, waysOn: 'Ways from here:', around: 'around the edge of the map',
    onlyFrom: (room) => `${room}: only from there to here`,
  cardsTitle: (name) => `Cards of ${name}`, worth: (points) => `${plural(points, 'point', 'points')} with all one has, `
    + 'once out of the dungeon', inDeck: 'Deck, in no order', inDeckAndHand: 'Deck and hand', inHand: 'Hand',
    inPlay: 'Played', inDiscards: 'Discards',
  kinds: { card: 'Card', monster: 'Monster', device: 'Device' },
    only: (place) => `only in the ${place.replace('the ', '')}`,
  notes: { dragon: 'When it comes into the row, the dragon attacks.',
    danger: 'While it lies in the row, each attack draws one cube more.',
    teleport: 'Teleport: through any corridor of your room, whatever it costs.',
    take_adjacent_secret: 'Next door: a room that a corridor joins to yours.',
    rage: 'The mark on the track Rage moves on.' },
};
