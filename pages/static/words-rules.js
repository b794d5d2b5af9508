// The words of the page of rules.
export const words = {
  title: (game) => `Rules of ${game} · Match Ledger`, head: (game) => `Rules of ${game}`, find: 'Find',
  old: (shown, newest) => `Version ${shown}, by which older matches are played; the newest is ${newest}.`,
};
