// The words of the Szmal table.
export const words = {
  drawPile: 'Draw pile', discards: 'Discards', cash: 'Cash', markersShort: '● ', markers: 'Markers', worth: 'Worth',
    hand: 'Hand',
    handCards: 'cards in hand',
  gang: 'Your gang', noGang: 'nothing yet', played: 'Cards of this round', effects: 'Lasting effects',
    noSymbols: 'no symbols',
  packet: (cards) => `Your packet: ${cards === 1 ? '1 card' : `${cards} cards`}`, emptyHand: 'no cards yet',
  round: (round, rounds) => `Round ${round} of ${rounds}`, bank: (amount,
    markers) => `Bank ${amount}, ${markers === 1 ? '1 marker' : `${markers} markers`} left`,
  noted: (note) => (note.startsWith('$') ? `You pay ${note}.` : note === 'no effect now' ? 'No effect now.'
    : `${note.charAt(0).toUpperCase()}${note.slice(1)}: thrown away.`),
  chosen: 'has chosen', sealed: 'face down', kept: 'You keep', facedown: 'Face down', losing: 'You lose',
  you: 'you', order: (names) => `Order: ${names}`, costs: (card, amount) => `${card} costs ${amount}.`,
  effect: (name, card, round) => `${name}: ${card}, works in round ${round}`, copy: 'copy',
    copies: (name) => `copies ${name}`,
  score: (name, worth, cash, markers) => `${name}: ${worth} (${cash} and ${markers === 1 ? '1 marker'
    : `${markers} markers`})`,
  wins: (names, isOne) => (isOne ? `${names} wins.` : `${names} win.`),
  thinking: (name) => `… ${name}`, done: (name) => `✓ ${name}`,
  types: { GANGSTER: 'Gangster', PROPERTY: 'Property', ACTION: 'Action' },
  symbols: { BOTTLE: 'Bottle', HEART: 'Heart', WRENCH: 'Wrench', GUN: 'Gun', CAR: 'Car', KEY: 'Key' },
  phases: {
    DRAFT_PICK: 'Everybody keeps one card of a packet.', COMMIT_CARD: 'Everybody puts a card face down.',
      PAY_COST: 'A cost is to be paid.',
    RESOLUTION: 'The cards are carried out.', CHOOSE_LOSS: 'Something is lost.',
      CHOOSE_PROPERTY: 'A Property is chosen.',
    CHOOSE_GANGSTER: 'A Gangster is chosen.', OPTIONAL_PLAY: 'One more card may be played.',
      EXTRA_PLAY: 'One more card is played.',
    ORDER_EACH_TURN: 'The order of abilities is chosen.', FINISHED: 'The match is over.',
  },
  inCash: (amount) => `${amount} in cash`,
  asks: { card: 'Which card' },
  titles: {
    draft_card: 'Keep', commit_card: 'Put face down', pay_cost: 'Pay', decline_cost: 'Do not pay',
      choose_property: 'Markers on',
    choose_gangster: 'Copy', play_extra: 'Play also', pass_extra: 'Play nothing more',
      resolve_ability: 'Carry out next', choose_loss: 'Lose',
  },
  help: {
    sentences: [
      'Build a gang over twelve rounds; the richest wins. Each marker on a Property is worth $10,000.',
      'Each round everybody keeps one card of a packet and passes the rest on, so that you know what your neighbours '
        + 'can take.',
      'From the third round on everybody also puts one card face down; then all are turned over, the lowest number '
        + 'first.',
      'Gangsters and Properties stay in your gang and show symbols, which other cards need. Actions happen once. '
        + 'Who cannot or will not pay what a card costs loses it.',
      'A new Property gets a marker for each symbol printed on it, and one more for each such symbol on your other '
        + 'cards.',
    ],
    marks: { others: 'their gangs and their money', middle: 'the packet, then the cards of the round',
      mine: 'your hand and your gang' },
  },
};
