// The words of the Szmal table.
export const words = {
  drawPile: 'Draw pile', discards: 'Discards', cash: 'Cash', markersShort: '● ', markers: 'Markers', worth: 'Worth',
    hand: 'Hand',
    handCards: 'cards in hand',
  gang: 'Your gang', noGang: 'nothing yet', played: 'Cards of this round', effects: 'Lasting effects',
    noSymbols: 'no symbols',
  packet: (cards) => `Your packet: ${cards === 1 ? '1 card' : `${cards} cards`}`, emptyHand: 'no cards yet',
  round: (round, rounds) => `Round ${round} of ${rounds}`, bank: (amount,
    markers) => `Bank ${amount}, ${markers} markers left`,
  chosen: 'has chosen', sealed: 'face down', kept: 'You keep', facedown: 'Face down', losing: 'You lose',
  you: 'you', order: (names) => `Order: ${names}`, costs: (card, amount) => `${card} costs ${amount}.`,
  effect: (name, card, round) => `${name}: ${card}, works in round ${round}`, copy: 'copy',
    copies: (name) => `copies ${name}`,
  score: (name, worth, cash, markers) => `${name}: ${worth} (${cash} and ${markers} markers)`,
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
  titles: {
    draft_card: 'Keep', commit_card: 'Put face down', pay_cost: 'Pay', decline_cost: 'Do not pay',
      choose_property: 'Markers on',
    choose_gangster: 'Copy', play_extra: 'Play also', pass_extra: 'Play nothing more',
      resolve_ability: 'Carry out next', choose_loss: 'Lose',
  },
  help: {
    sentences: [
      'Build a gang over twelve rounds; whoever is worth the most in cash and markers wins.',
      'Each round everybody keeps one card of a packet and passes the rest on, so that you know what your neighbours '
        + 'can take.',
      'From the third round on everybody also puts one card face down; then all are turned over, the lowest number '
        + 'first.',
      'Gangsters and Properties stay in your gang and show symbols, which other cards need. Actions happen once.',
      'Some cards cost cash or a card of yours: who does not pay loses the card.',
    ],
    marks: { others: 'their gangs and their money', middle: 'the packet, then the cards of the round',
      mine: 'your hand and your gang' },
  },
};
