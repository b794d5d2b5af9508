// The words of the Munchkin Apocalypse table.
const plural = (number, one, many) => `${number} ${number === 1 ? one : many}`;

export const words = {
  doors: 'Doors', treasures: 'Treasures', seals: 'Seals', level: 'Level', strength: 'Strength', levelShort: 'Lv ',
    strengthShort: 'str ',
    doorCards: 'door cards in hand',
  treasureCards: 'treasure cards in hand', doorMark: (n) => (n === 1 ? 'door' : 'doors'),
  treasureMark: (n) => (n === 1 ? 'treasure' : 'treasures'),
  hand: (limit) => `Hand, at most ${limit}`, worn: 'Worn and in use', wornShort: 'Worn',
    carried: 'Stowed, not in use', handsFull: 'No hand is free for it.', emptyHand: 'no cards', nothing: 'nothing yet',
  openSeals: (bonus) => (bonus ? `Open Seals: every monster +${bonus}` : 'Open Seals: nothing for monsters now'),
    resolving: 'Being carried out',
    share: 'Treasures to share',
  body: (name) => `What ${name} leaves behind`, turn: (turn, level) => `Turn ${turn}, level ${level} wins`,
  wins: (names, isOne) => (isOne ? `${names} wins!` : `${names} win!`), fighters: 'Fighters', monsters: 'Monsters',
  ahead: 'The fighters are ahead.', needs: (number) => `${number} beats it.`,
    reward: (treasures, levels) =>
      `${plural(treasures, 'treasure', 'treasures')}, ${plural(levels, 'level', 'levels')}`,
  played: (names) => `Played: ${names}`,
    running: (names) => `Running away: ${names}`, youRun: 'You run away',
  thinking: (name, isMine) => (isMine ? '… you may act' : `… ${name} may act`),
  passed: (name, isMine) => (isMine ? '✓ you passed' : `✓ ${name} passed`),
  chooses: (name, isMine, card) => `${isMine ? 'You choose' : `${name} chooses`}${card ? ` for ${card}` : ''}.`,
  charity: (surplus) => `Charity: ${plural(surplus, 'card', 'cards')} too many.`,
    sale: (cards, gold) =>
      `For sale: ${plural(cards, 'card', 'cards')}${gold === null ? '' : `, ${gold} gold; 1000 are a level`}.`,
  deal: (names) => `Offer between ${names}`, dealWithYou: (names) => `Offer between you and ${names}`,
  gives: (name, isMine, items) => (isMine ? `You give ${items || 'nothing'}` : `${name} gives ${items || 'nothing'}`),
    forHelp: (treasures) => `${plural(treasures, 'treasure', 'treasures')} for the helper`,
  agreed: (names) => `Agreed: ${names || 'nobody yet'}`, only: (name) => `${name} only`, big: 'big',
    gold: (amount) => `${amount} gold`,
  hands: (number) => plural(number, 'hand', 'hands'), with: (names) => `with ${names}`,
    copies: (number) => plural(number, 'copy', 'copies'),
  types: { monster: 'Monster', class: 'Class', disaster: 'Disaster', seal: 'Seal', item: 'Item',
    one_shot: 'One-shot', special: 'Special', hireling: 'Hireling', monster_enhancer: 'For a monster',
    item_enhancer: 'For an item' },
  slots: { headgear: 'head', armour: 'armour', footgear: 'feet', hands: 'hands' },
  now: (name, isMine) => (isMine ? 'Your turn' : `The turn of ${name}`), ready: 'Everybody puts on what they like',
  steps: [['Door', ['TURN_START']], ['Trouble or search', ['AFTER_DOOR', 'COMBAT', 'CONCLUSION', 'FLIGHT']],
    ['Charity', ['TURN_END', 'CHARITY']]],
  bothHands: 'both hands', oneHand: 'one hand', withWhom: (names) => `with ${names}`,
  asks: { card: 'Which card', to: 'Who gets it', target: 'Who is struck', side: 'Who is helped',
    monster: 'Which monster', count: 'How many Treasures' },
  // Before and after the time that is left.
  windows: {
    conclusion: ['By the rules everybody may still step in, for another ', '. Whoever says nothing lets it happen.'],
    disaster: ['By the rules the card may still be answered, for another ', '. Saying nothing lets it happen.'],
    run_roll: ['By the rules the roll may still be answered, for another ', '. Saying nothing lets it stand.'],
  },
  help: {
    sentences: [
      'Be the first to reach level 10. You win levels mostly by winning fights.',
      'On your turn open a door. A monster must be fought; without one you may fight a monster from your hand, or '
        + 'search the room.',
      'You win a fight if your level and the bonuses of what you wear are higher than the monster. Equal is not '
        + 'enough. You may ask one player for help, for treasures.',
      'Everybody may play cards for or against you. If you run away, roll 5 or 6, or the bad stuff happens. At the end '
        + 'of your turn give away what is more than five cards.',
      'Each open Seal gives every monster +1. The seventh ends the match, and whoever wears the best items wins.',
    ],
    marks: { others: 'their levels, strength and what they wear', middle: 'the fight, both sums and their parts',
      mine: 'what you wear, and your hand' },
  },
};
