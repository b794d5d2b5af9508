// The words of the Coup table.
export const words = {
  deck: 'Deck', hand: 'Influences', sheet: 'Help sheet', money: 'Money', influences: 'influences left',
  left: (number) => (number === 1 ? 'one influence left' : `${number} influences left`), nothingLeft: 'out',
  module: 'Aside',
  drawn: (name, isMine) => (isMine ? 'You have drawn' : `${name} has drawn`), order: 'The deck, from the next card on',
  columns: ['Card', 'Its action', 'Blocked by', 'Blocks'], hidden: 'A hidden influence', yours: 'yours, secret',
    lost: 'lost', lostCard: (name) => `${name}, lost`,
  chooses: (name, isMine) => (isMine ? 'You choose an action.' : `${name} chooses an action.`),
  won: (name, isMine) => (isMine ? 'You have the last influence and win.' : `${name} has the last influence and wins.`),
  claims: (name, isMine, card) => (isMine ? `You claim ${card}.` : `${name} claims ${card}.`),
  acts: (name, isMine, action) => (isMine ? `You choose: ${action}.` : `${name} chooses: ${action}.`),
  against: (name, isMine) => (isMine ? 'Against you.' : `Against ${name}.`),
  blocks: (name, isMine, card) => (isMine ? `You block with ${card}.` : `${name} blocks with ${card}.`),
  loses: (name, isMine) => (isMine ? 'You lose an influence.' : `${name} loses an influence.`),
  shows: (name, isMine, card, to) => `${isMine ? 'You show' : `${name} shows`} ${card ?? 'a card'} to ${to}.`,
  stopped: 'stopped', paid: (amount) => `paid ${amount}M`, costs: (amount) => `costs ${amount}M`,
  thinking: (name, isMine) => (isMine ? '… you decide' : `… ${name} is thinking`),
  passed: (name, isMine) => (isMine ? '✓ you passed' : `✓ ${name} passed`),
  toldLast: 'The last doubt',
  gold: (amount) => `${amount}M`, none: '–', blockedBy: 'Blocked by', blocksCards: 'Blocks', nothing: 'nothing',
  everybody: 'Everybody may', copies: (number) => `${number} of each card`,
  asks: { keep: 'What you keep', slot: 'Which card', target: 'Against whom', claim: 'With which card' },
  titles: {
    pass: 'Let it happen', challenge: 'I doubt it', block: 'Block with', accept_block: 'Let the block stand',
    challenge_block: 'I doubt the block', choose_influence: 'Lose', choose_exchange: 'Keep',
      choose_card_to_show: 'Show',
    decide_inspection: 'The shown card',
  },
  keep: 'let them keep it', exchange: 'make them exchange it',
  help: {
    sentences: [
      'Everybody has two secret influences; whoever keeps the last one wins.',
      'On your turn take one action: money from the USA (1M) or from businessmen (2M), or the action of a card that '
        + 'you claim to have.',
      'You may claim a card that you do not have. Nobody sees your cards unless you are doubted.',
      'Whoever is doubted shows the card: the one who was wrong loses an influence. Some claims can also be blocked '
        + 'by claiming another card.',
      'With 7M a Scandal takes an influence from anybody, and nobody can stop it; with 10M you must make one.',
    ],
    marks: { others: 'their money and what they have lost', middle: 'the claim, and who has answered',
      mine: 'your secret cards, and the help sheet' },
  },
};
