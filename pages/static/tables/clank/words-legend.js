// What the signs on the map of Clank! mean.
export const signs = {
  boots: 'each is one Boot', monster: 'a monster: a Sword, or 1 damage',
  lock: 'locked: needs the Master Key', oneWay: 'one way only',
  'crystal cave': 'crystal cave: no more walking in this turn',
  market: 'market', spring: 'spring: heals 1', shrine: 'shrine', artifact: 'artifact with its points',
  major: 'major secret', minor: 'minor secret',
  idol: 'monkey idol with its points'
};
