// The words of the replay and of the arbiter's desk. They are beside words.js so that a first table need not load them.
const list = new Intl.ListFormat('en', { style: 'long', type: 'conjunction' });
const compact = new Intl.NumberFormat('en', { notation: 'compact' });
const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;

export const words = {
  title: (game) => `Replay of ${game} · Match Ledger`,
  running: 'Still running: new steps come in as they are played',
  wonBy: (names) => (names.length ? `Won by ${list.format(names)}` : 'Won by nobody'),
  table: 'Table', steps: 'Steps', audit: 'Audit', rules: 'Rules', menu: 'Menu', pages: 'This match',
  notLaid: 'The table is not laid yet.',

  view: {
    label: 'Seen as', seat: (name) => `as ${name} knew it`, spectator: 'as a spectator knew it',
    revealed: 'all revealed',
    noSeat: (wanted, label) => `This match cannot be seen as “${wanted}”; it is shown ${label}.`,
  },
  noStep: (step, last) => `There is no step ${step}; the last one is ${last}.`,
  noVariation: (id) => `${id} is no variation of this match, or you may not see it.`,

  transport: {
    label: 'Replay', step: 'Step', first: 'First step', back: 'Step back', forward: 'Step forward', last: 'Last step',
    play: 'Play', pause: 'Pause', speed: 'Speed', undone: ' (taken back)',
    speeds: { slow: 'slow', normal: 'normal', fast: 'fast', fastest: 'very fast', played: 'as it was played' },
    count: (step, last) => `${step} / ${last}`,
    // Where the turns are numbered through, their number says how far one is.
    turn: (turn, all) => (turn && all.every((one, at) => one.endsWith(` ${at + 1}`)) ? `${turn} of ${all.length}`
      : turn),
    spoken: (step, text) => `step ${step}: ${text}`, goTo: (step) => `Go to step ${step}`,
  },

  find: {
    label: 'Find a card, a sentence or a kind of event', hint: 'Find…', cards: 'Cards', steps: 'Steps',
    none: 'Nothing matches.', copies: (number) => count(number, 'card', 'cards'),
    found: (number) => count(number, 'step', 'steps'), more: (number) => `and ${number} more; type further`,
  },

  card: {
    way: 'Its way through the match', reading: 'Reading its way…', nowhere: 'No event that you may see names it.',
    shown: 'Was shown to', everybody: (step) => `everybody (step ${step})`,
    seat: (name, step) => `${name} (step ${step})`,
    nobody: 'nobody yet', later: (text) => `later: ${text}`, copies: (number) => `${number} cards of this kind`,
    onlyTo: (text) => `Was shown to ${text} only`,
  },

  variation: {
    by: (names) => `${names.length ? list.format(names) : 'Bots'} tried`,
    steps: (number) => count(number, 'step', 'steps'),
    main: 'Back to the match', compare: 'Side by side', single: 'One table',
    as: (step) => `The match, step ${step}`, other: (title, step) => `${title} (step ${step})`,
    whatIf: 'What if…', whatIfTitle: (step) => `What if, from step ${step}`,
    whatIfText: 'A new match goes on from here, with bots in the other seats. This one stays as it is.',
    sit: 'Play as', against: 'Against', go: 'Play on from here', noName: 'Pick a name in the lobby first.',
    policies: { sensible: 'sensible bots', search: 'bots that search', random: 'random bots' },
  },

  advice: {
    button: 'Advice', title: (step) => `After step ${step}, the search would play`, asking: 'It is thinking…',
    note: 'It knows what this player knew then, and nothing more.', whose: (name) => `${name} is to decide.`,
    worth: (value) => `wins about ${Math.round(100 * value)} of 100`, played: 'was played',
    dropped: 'is worse',
    other: (step) => `Something else was played, in step ${step}.`,
  },

  share: {
    button: 'Share', copied: (what) => `Link copied: ${what}.`, step: (step) => `step ${step}`,
    title: 'The link to this step',
    variation: 'in the variation',
  },

  overview: {
    label: (measure) => `${measure} of each player over the steps`, table: 'As a table', here: (step) => `Step ${step}`,
    compact: (value) => compact.format(value),
  },

  keys: {
    title: 'Keys', list: [['← →', 'a step'], ['Shift ← →', 'a turn'], ['Page ↑ ↓', 'ten steps'],
      ['Home End', 'first, last'],
      ['↑ ↓', 'between the match and its variations'], ['Space', 'play, pause'], ['V', 'next view'], ['F', 'find'],
      ['S', 'share'], ['A', 'advice'], ['?', 'this list']],
  },

  lookBack: {
    label: 'Looking back', at: (step, last) => `Looking back: step ${step} of ${last}. Escape returns.`,
    back: 'Back to the table',
  },
};
