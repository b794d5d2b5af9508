// The words of the table page, in one place. A game's own words are in its folder (tables/<game>/words.js); what a game
// asks and what happened come from the service in whole sentences.
const list = new Intl.ListFormat('en', { style: 'long', type: 'conjunction' });
const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;
const joinNames = (names) => list.format(names);

export const words = {
  and: joinNames,
  anyPlayer: 'a player',
  you: 'you',
  bot: 'bot',
  botName: / \(bot\)$/, // how the service marks the names of bots
  seat: { winner: '★ winner', turn: 'on turn', waiting: '… thinking', waitingShort: '…', out: 'out',
    bot: 'a bot plays', conceded: 'conceded' },
  yourMove: 'Your move',
  mayAct: 'You may act',
  waitingFor: (names) => `Waiting for ${joinNames(names)}`,
  isOver: 'It is over',
  youWin: 'You win!',
  youWinTogether: 'You win together!',
  youLost: 'You lost',
  wonBy: (names) => `Won by ${joinNames(names)}`,
  youWinConceded: 'You win: all others have conceded.',
  wonByConceded: (names) => `Won by ${joinNames(names)}: all others have conceded.`,
  heldByDispute: 'Held by a dispute, waiting for an arbiter',
  heldByRequest: 'Waiting for a vote',
  waitingForPlayers: (free) => (free ? `Waiting for ${count(free, 'more player', 'more players')}`
    : 'All seats are taken'),
  titleYourMove: (game) => `● Your move, ${game}`,
  title: (game) => `${game} · Match Ledger`,

  bar: {
    home: 'To the lobby', rules: 'Rules', back: 'Look back', menu: 'Menu', log: 'Log', help: 'How to play',
      pages: 'This match',
    clockStopped: 'clock stopped', timeLeft: (text) => `Time left ${text}`,
    lost: 'The connection is lost. Trying again…',
    found: (steps) => (steps ? `Connected again. ${count(steps, 'thing', 'things')} happened meanwhile.`
      : 'Connected again.'),
  },

  question: {
    label: 'What you are asked', skip: 'Skip to what you are asked', more: 'More…', less: 'Less',
    moreOf: (number) => `More (${number})…`, belowElse: 'More below ↓',
    watching: 'You are watching as a spectator.', pickName: 'Pick a name to play.',
    nothing: 'Nothing to do for you just now.',
    choose: (what) => `${what}…`, ways: (number) => `${number} ways, or press a card`,
    turn: 'Your turn. What do you do?', simultaneous: 'You may answer. What do you do?',
    below: (number) => `${count(number, 'more answer', 'more answers')} below ↓`,
    gone: 'That is no longer on offer.', timeUp: 'The time was up; look again.',
    movedFirst: (name) => `${name} moved first; look again.`,
    changed: 'The question has changed; nothing was sent.',
  },

  control: {
    omit: 'leave out', range: (min, max) => (min === max ? `${min}` : `${min} to ${max}`),
    choose: (label, range) => `${label} (choose ${range})`,
    chooseAtLeast: (label, range, least) => `${label} (choose ${range}, together at least ${least})`,
    tooFew: (range) => `Choose ${range}.`, together: (least) => `Together at least ${least}.`,
    order: (label) => `${label} (put in order)`, up: (name) => `${name} up`, down: (name) => `${name} down`,
    number: 'A number is needed.', between: (min, max) => `From ${min} to ${max}.`,
    numberOf: (label, min, max) => `${label} (${min} to ${max})`,
  },

  card: {
    view: 'Card', close: 'Close', can: 'can be played', yours: 'yours, secret', lost: 'lost',
      hidden: 'A face-down card',
    copies: (total) => count(total, 'copy in the deck', 'copies in the deck'), rule: 'Rule', none: 'none',
      empty: 'empty',
    tapAgain: 'Press it once more, or choose here:',
  },

  log: {
    title: 'What happened', empty: 'Nothing has happened yet.', since: 'Since your last move', setup: 'The set-up',
    reading: 'Reading…',
    fresh: (number) => `${number} new ↓`, undone: ' (taken back)', replay: (step) => `Look back at step ${step}`,
    earlier: 'Earlier steps are in the replay.',
  },

  undo: {
    box: 'Taking back', undoOne: 'Take back your last move', undoMany: (moves) => `Take back the last ${moves} moves`,
    askOne: 'Ask to take back your last move', askMany: (moves) => `Ask to take back the last ${moves} moves`,
    redo: 'Play it again', free: 'Nobody has learned anything from it.',
    consent: (names) => `${joinNames(names)} must agree: more has become known since.`,
      consentAll: 'All others must agree: more has become known since.',
  },

  alert: {
    failed: 'That did not work', rule: 'The rule: ', dispute: 'The dispute', close: 'Close this message',
    allRules: 'All rules of the game', rulesOf: (step) => `Rules of step ${step}`,
  },

  close: 'Close', yes: 'yes', no: 'no', nothing: 'nothing',

  autoAnswer: 'Let things pass unless they concern me',

  app: {
    playAs: 'You play as', spectator: 'Spectator', pages: 'Pages', lobby: 'To the lobby',
    links: [['/', 'Lobby'], ['/standings', 'Standings'], ['/disputes', 'Disputes'], ['/audit', 'Check a file'],
      ['/docs', 'API']],
    nothing: 'There is nothing here', failed: 'This did not work',
    unknown: 'Something went wrong on this page. Load it again.',
    cut: 'A link may have been cut short. A private match shows itself only to those who play in it.',
  },

  noTable: 'There is no table to show: the match was over before it began, or a player of it has been erased. '
    + 'Its result, its public events and its proofs are still there.',

  audit: 'Audit',
  imported: (origin, date) => `Imported: played on ${origin}, brought here on ${date}. This service has checked the `
    + 'file and not seen the match.',

  leave: 'Leave…',
  endings: { called_off: 'The match was called off. It has no result.',
    cancelled: 'The match was cancelled before it began.' },

  turns: { mark: '● Your move · ', next: 'Next match of mine' },

  firstHelp: {
    title: (game) => `${game} in two minutes`, close: 'Close how to play', more: 'A picture of the table, and a tour',
    spoken: 'How to play stands after what you are asked; the key ? opens it.',
  },
};
