// What the signs on the map of Clank! mean.
export const signs = {
  plain: 'a corridor costs 1 Boot', boots: 'this one costs 2 Boots', monster: 'a monster: a Sword, or 1 damage',
  lock: 'locked: needs the Master Key', oneWay: 'only this way',
  'crystal cave': 'crystal cave: no more walking in this turn',
  market: 'market', fountain: 'fountain: heals 1', shrine: 'shrine', artifact: 'artifact with its points',
  major: 'major secret', minor: 'minor secret', shown: 'a secret at the end: press its room',
  around: 'goes on at the other A', depths: 'the Depths: who falls here loses all',
  rage: 'cubes in an attack; artifacts move it',
  skill: 'price in Skill', swords: 'price in Swords',
  idol: 'monkey idol with its points'
};
