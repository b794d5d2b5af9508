// The words of the Clank! table.
const plural = (number, one, many) => `${number} ${number === 1 ? one : many}`;

export const words = {
  side: (side) => `Side ${side} of the dungeon`, depths: 'The Depths',
    row: 'Row, with the reserve', empty: 'empty',
  dragonShort: 'Dragon', dragon: (cubes) => `The dragon draws ${plural(cubes, 'cube', 'cubes')}`,
    rageShort: 'Rage', rageTitle: 'Cubes drawn in an attack; each artifact taken moves the mark one space on',
    rage: (space, spaces) => `Rage: space ${space} of ${spaces}`, here: ' here', bag: 'Bag', area: 'Clank',
    danger: (cubes) => (cubes === 1 ? '1 for a Danger card in the row.'
      : `${cubes} for Danger cards in the row.`),
    black: 'dragon',
  market: (price) => `Market, ${price} gold each`, items: { key: 'Master Key', backpack: 'Backpack', crown: 'Crown' },
    points: (number) => plural(number, 'point', 'points'),
  health: 'Health', gold: 'Gold', goldShort: 'gold ', clank: 'Clank', deck: 'Deck', discards: 'Discards',
    hand: 'Hand', played: 'Played',
    tokens: 'Tokens', handCards: 'cards in hand',
  noHand: 'all played', isOut: 'out of the game', playAll: (cards) => `Play all ${cards}`,
    closed: 'The dungeon is closed.',
    pointsShort: { vp_if: (n) => `${n} if…`, vp_if_kinds: (n) => `${n} if…`, vp_per: (n) => `${n} per…`,
      vp_per_gold: (n) => `${n} per…` },
    score: 'Points', pointsNow: 'What it would score now, if it were out',
  pools: { skill: () => 'Skill', swords: (n) => (n === 1 ? 'Sword' : 'Swords'),
    boots: (n) => (n === 1 ? 'Boot' : 'Boots'), teleports: (n) => (n === 1 ? 'Teleport' : 'Teleports') },
  exhausted: 'exhausted',
    rescued: 'rescued',
    scoreOf: ({ artifacts, tokens, gold, cards }) =>
      `Artifacts ${artifacts}, other tokens ${tokens}, gold ${gold}, cards ${cards}`,
    fates: { rescued: 'knocked out, rescued', lost: 'knocked out, no score' },
  countdown: (space, spaces, name) => `Countdown ${space} of ${spaces}: ${name} is out.`,
    nextSpace: (cubes) => (cubes ? ` Next: an attack of ${plural(cubes, 'cube', 'cubes')}.`
      : ' Next: all inside are knocked out.'),
  secret: { major: 'a major secret', minor: 'a minor secret', artifact: 'an artifact', idol: 'an idol',
    monkey: 'an idol' },
  features: { cave: ['crystal cave', '◆'], market: ['market', '$'], fountain: ['fountain', '♥'],
    shrine: ['shrine', '✦'] },
  boots: (number) => plural(number, 'Boot', 'Boots'), monsters: (number) => plural(number, 'monster', 'monsters'),
    locked: 'locked', oneWay: 'one way',
  legendTitle: 'Legend',
  fit: 'Fit', zoomIn: '+', zoomOut: '−', zoom: 'Zoom',
  effect: {
    skill: (n) => `${n} Skill`, swords: (n) => plural(n, 'Sword', 'Swords'), boots: (n) => plural(n, 'Boot', 'Boots'),
      gold: (n) => `${n} gold`,
      clank: (n) => `${n} Clank`, quiet: (n) => `${n} Clank less`,
    clank_others: (n) => `${n} Clank for the others`, clank_all: (n) => `${n} Clank for all`, heal: (n) => `heal ${n}`,
      draw: (n) => `draw ${plural(n, 'card', 'cards')}`, teleport: () => 'teleport',
      rage: (n) => `the dragon rages ${n}`,
    return_dragon_cubes: (n) => `${n} dragon cubes back into the bag`, dragon_attack: () => 'the dragon attacks',
      replace_row_card: () => 'replace a card of the row',
      per_gold_gain: (n) => `${n} gold more whenever you gain gold`,
      per_clank: (n) => `${n} Skill for each Clank`, take_adjacent_secret: () => 'take a secret next door',
  },
  or: ' or ', pay: (gold, then) => `pay ${gold} gold: ${then}`,
    discard: (then) => `discard a card: ${then}`,
  conditions: { has_artifact: 'you have an artifact', has_crown: 'you have a crown',
    has_monkey_idol: 'you have a monkey idol', other_companion_in_play: 'you have played another companion' },
  flags: { gem_discount: 'gems cost 2 Skill less', ignore_caves: 'crystal caves do not exhaust you',
    ignore_tunnel_monsters: 'monsters in corridors do not hurt you' },
  when: (condition, then) => `if ${condition}: ${then}`, trashCard: (filter) => (filter === 'any' ? 'trash a card'
    : `trash a ${filter}`),
    take: (n, pile) => (n === 1 ? `take a ${pile}` : `take ${n} ${pile}s`),
  moments: [['play', ''], ['turn', ''], ['acquire', 'Bought: '], ['use', 'Use: '], ['defeat', 'Reward: '],
    ['arrive', 'Arrives: ']],
  // What is asked for, where a command leaves it open.
  asks: { swords: 'Against the monsters', heal: 'At the fountain',
    discard_card_id: 'The card that you discard', card_id: 'Which card', option: 'What you get', row_slot: 'Which card',
    room_id: 'Which room', token_slot: 'Which token' },
  help: {
    sentences: [
      'Walk into the dungeon, take one artifact, and get out again alive. Points are what you carry and what your '
        + 'deck is worth.',
      'On your turn play all your cards. They give Skill to buy cards, Swords to fight, and Boots to walk.',
      'Bought cards go to your discards and come to your hand later, so that your deck grows better.',
      'Clank puts your cubes into the clank area; when the dragon attacks they go into the bag, and each cube drawn '
        + 'of yours is damage.',
      'Getting out earns 20 points more. The first one out starts a countdown: whoever is still in the Depths at its '
        + 'end loses everything.',
    ],
    marks: { others: 'their health and gold', middle: 'the map: rooms that you can reach glow',
      mine: 'your cards, and what they have given you', row: 'what can be bought and fought' },
  },
};
