// The words of the page of rules.
export const words = {
  title: (game) => `Rules of ${game} · Match Ledger`, head: (game) => `Rules of ${game}`, find: 'Find',
  short: 'In two minutes', whole: 'All rules follow, each with the id by which moves and disputes cite it.',
  old: (shown, newest) => `Version ${shown}, by which older matches are played; the newest is ${newest}.`,
};
