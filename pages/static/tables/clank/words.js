// The words of the Clank! table.
const plural = (number, one, many) => `${number} ${number === 1 ? one : many}`;

export const words = {
  map: 'The dungeon', side: (side) => `Side ${side} of the dungeon`, depths: 'The Depths',
    row: 'Row, with the reserve', empty: 'empty',
  dragon: (cubes) => `The dragon draws ${plural(cubes, 'cube', 'cubes')}`,
    rage: (space, spaces) => `Rage ${space} of ${spaces}`, here: ' here', bag: 'Bag', area: 'Clank',
    black: 'dragon',
  decks: (deck, discards) => `Dungeon deck ${deck}, discards ${discards}`,
  market: (price) => `Market, ${price} gold each`, items: { key: 'Master Key', backpack: 'Backpack', crown: 'Crown' },
    points: (number) => plural(number, 'point', 'points'),
  health: 'Health', gold: 'Gold', goldShort: 'gold ', clank: 'Clank', deck: 'Deck', discards: 'Discards',
    hand: 'Hand', played: 'Played',
    tokens: 'Tokens', handCards: 'cards in hand',
  noHand: 'all played', playAll: (cards) => `Play all ${cards}`, turn: (number) => `Turn ${number}`,
    closed: 'The dungeon is closed.',
    pointsEnd: 'points at the end', score: 'Points',
  now: (name, isMine) => (isMine ? 'Your turn' : `${name} is on turn`), token: 'a token may be taken',
    trash: 'a card is trashed',
  pools: { skill: 'Skill', swords: 'Swords', boots: 'Boots', teleports: 'Teleports' }, exhausted: 'exhausted',
    rescued: 'rescued', out: 'out',
  countdown: (space, spaces, name) => `Countdown ${space} of ${spaces}: ${name} is out.`,
    countdownSpace: (space) => `countdown ${space}`,
  secret: { major: 'a major secret', minor: 'a minor secret', artifact: 'an artifact', idol: 'an idol',
    monkey: 'an idol' },
  features: { cave: ['crystal cave', '◆'], market: ['market', '$'], fountain: ['spring', '♥'],
    shrine: ['shrine', '✦'] },
  boots: (number) => plural(number, 'Boot', 'Boots'), monsters: (number) => plural(number, 'monster', 'monsters'),
    locked: 'locked', oneWay: 'one way',
  legend: 'On a corridor: two boots cost two Boots, crossed swords are monsters, a lock and dots need a key, an '
    + 'arrow goes one way. In a room: ◆ crystal cave, $ market, ♥ spring, ✦ shrine; a house is an artifact with its '
      + 'points, a square a major secret, a circle a minor one.',
  fit: 'Fit', zoomIn: '+', zoomOut: '−', zoom: 'Zoom', kinds: { card: 'Card', monster: 'Monster', device: 'Device' },
    only: (place) => `only ${place}`, angers: 'angers the dragon',
  effect: {
    skill: (n) => `${n} Skill`, swords: (n) => plural(n, 'Sword', 'Swords'), boots: (n) => plural(n, 'Boot', 'Boots'),
      gold: (n) => `${n} gold`,
      clank: (n) => `${n} Clank`, quiet: (n) => `${n} Clank less`,
    clank_others: (n) => `${n} Clank for the others`, clank_all: (n) => `${n} Clank for all`, heal: (n) => `heal ${n}`,
      draw: (n) => `draw ${n}`, teleport: () => 'teleport', rage: (n) => `the dragon rages ${n}`,
    return_dragon_cubes: (n) => `${n} dragon cubes back into the bag`, dragon_attack: () => 'the dragon attacks',
      replace_row_card: () => 'replace a card of the row', take_adjacent_secret: () => 'take a secret next door',
  },
  choose: (options) => `choose: ${options}`, or: ' or ', pay: (gold, then) => `pay ${gold} gold: ${then}`,
    discard: (then) => `discard a card: ${then}`,
  conditions: { has_artifact: 'you have an artifact', has_crown: 'you have a crown',
    has_monkey_idol: 'you have a monkey idol', other_companion_in_play: 'you have played another companion' },
  flags: { gem_discount: 'gems cost 2 Skill less', ignore_caves: 'crystal caves do not exhaust you',
    ignore_tunnel_monsters: 'monsters in corridors do not hurt you' },
  when: (condition, then) => `if ${condition}: ${then}`, trashCard: (filter) => (filter === 'any' ? 'trash a card'
    : `trash a ${filter}`), take: (n, pile) => `take ${n} ${pile}`,
  moments: [['play', ''], ['turn', ''], ['acquire', 'When bought: '], ['use', 'Use: '], ['defeat', 'Reward: '],
    ['arrive', 'Arrives: ']],
  fromRow: 'from the row', fromReserve: 'from the reserve', option: (number) => `option ${number}`,
  titles: {
    play_card: 'Play', acquire_card: 'Buy', use_device: 'Use', fight: 'Fight', buy_item: 'Buy at the market',
      move: 'Walk to', teleport: 'Teleport to', use_potion: 'Drink',
    end_turn: 'End the turn', take_token: 'Take', decline_token: 'Leave it', trash_card: 'Trash',
  },
  help: {
    sentences: [
      'Walk into the dungeon, take one artifact, and get out again alive. Points are what you carry and what your '
        + 'deck is worth.',
      'On your turn play all your cards. They give Skill to buy cards, Swords to fight, and Boots to walk.',
      'Bought cards go to your discards and come to your hand later, so that your deck grows better.',
      'Clank puts your cubes into the clank area; when the dragon attacks they go into the bag, and each cube drawn '
        + 'of yours is damage.',
      'The first one out starts a countdown for the others. Whoever is still in the depths then loses everything.',
    ],
    marks: { others: 'their health and gold', middle: 'the map: rooms that you can reach glow',
      mine: 'your cards, and what they have given you', row: 'what can be bought and fought' },
  },
};
