// The words of the Big Deal table.
const list = new Intl.ListFormat('en', { style: 'long', type: 'conjunction' });

export const words = {
  pickUp: 'Pick-up', discards: 'Discards', banked: 'Banked', bankedTitle: 'Scored in earlier rounds',
    table: 'On the table', hand: 'Hand',
  handCards: 'cards in hand', sets: 'Your sets', noSets: 'no sets yet', open: 'can be attacked',
    deals: 'deals',
  below: (number) => (number === 1 ? '1 set below' : `${number} sets below`),
  round: (round, turn) => `Round ${round}, turn ${turn}`, race: (target) => `Race to ${target}`,
  roundOver: (round) => `Round ${round} is over`, roundBanked: 'Banked in it, and in all.',
  raceRule: 'Banked and on the table. Only what is banked when a round ends can win.',
  raceReached: (names) => `${list.format(names)} would have enough, but only what is banked when the round ends can `
    + 'win.',
  lastCards: 'The pick-up pile is empty: the round ends when a hand is empty.',
  attack: 'Attack', defence: 'Defence',
  turnOf: (name, isMine) => (isMine ? 'It is your turn.' : `It is the turn of ${name}.`), nobody: 'Nobody is on turn.',
  attacks: (name, isMine, set, whose,
    isMyn) => `${isMine ? 'You attack' : `${name} attacks`} ${isMyn ? 'your' : `${whose}'s`} ${set}.`,
  wins: (names, isMine) => (isMine ? 'You win the match.' : `${names} wins the match.`),
    winTogether: (names) => `${names} win the match.`,
  joker: 'Joker: pairs with any object, and fights for any set.',
    object: 'Object: two of a kind are a set, and each fights for sets of its kind.',
  copies: (number) => `${number} in the deck`,
  asks: { card_ids: 'Which cards', card_id: 'Which card' },
  titles: {
    form_set_from_hand: 'Lay a set', form_set_with_discard: 'Lay a set with the discard', discard_card: 'Discard',
    defend_set: 'Defend with', yield_set: 'Let it go', continue_attack: 'Attack again with', stop_attack: 'Stop',
      attack: 'Attack',
  },
  help: {
    sentences: [
      'Collect sets of two of a kind. They are banked when the round ends; once somebody has banked a million dollars, '
        + 'the richest wins.',
      'On your turn lay a set from your hand, or with the top card of the discards; or attack; or discard a card. '
        + 'Then your hand is filled up.',
      'Your sets lie in a stack. Only the top one of two or more can be attacked, so lay a small one over a large one.',
      'To attack, play a card of the same kind as the set, or a joker; the owner may defend with one, and you may go '
        + 'on with another.',
      'Gold and Silver are jokers: they pair with any object and are worth the most.',
    ],
    marks: { others: 'their top sets, which you may attack', middle: 'piles, the fight, the race',
      mine: 'your cards and your stack of sets' },
  },
};
