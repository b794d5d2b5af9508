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
    watching: 'You are watching as a spectator.', pickName: 'Pick a name to play.',
    nothing: 'Nothing to do for you just now.',
    choose: (what) => `${what}…`, ways: (number) => `${number} ways, or press a card`,
    turn: 'Your turn. What do you do?', simultaneous: 'You may answer. What do you do?',
    below: (number) => `${count(number, 'more answer', 'more answers')} below ↓`,
    gone: 'That is no longer on offer.', timeUp: 'The time was up; look again.',
    movedFirst: (name) => `${name} moved first; look again.`,
    changed: 'The question has changed; nothing was sent.',
    over: 'The match is over', again: 'Watch it again', prove: 'Prove it',
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
    tapAgain: 'Press the card once more, or choose here:',
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
    consent: (names) => `${joinNames(names)} must agree: the game has gone on.`,
      consentAll: 'All others must agree: the game has gone on.',
    asksOne: (name, text) => `${name} asks to take back: ${text}`,
    asksMany: (name, text, more) => `${name} asks to take back: ${text} And ${count(more, 'move', 'moves')} after it.`,
    youAsk: 'You ask to take back a move.',
    agree: 'Agree', decline: 'Decline', withdraw: 'Withdraw', waiting: (names) => `Waiting for ${joinNames(names)}.`,
  },

  held: {
    dispute: 'A dispute holds this match until an arbiter has ruled. Nobody can move.',
    until: (date) => `The hold ends by itself on ${date}.`, link: 'Read the dispute',
  },

  alert: {
    failed: 'That did not work', rule: 'The rule: ', dispute: 'The dispute', close: 'Close this message',
    allRules: 'All rules of the game', rulesOf: (step) => `Rules of step ${step}`,
  },

  close: 'Close', yes: 'yes', no: 'no', nothing: 'nothing',
  ago: { now: 'just now', minutes: (number) => `${count(number, 'minute', 'minutes')} ago`,
    hours: (number) => `${count(number, 'hour', 'hours')} ago` },

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

  leaving: {
    endings: { called_off: 'The match was called off. It has no result.',
      cancelled: 'The match was cancelled before it began.' },
    cancel: 'Cancel this match', cancelYes: 'Cancel it for everybody',
    conceded: 'You have conceded. The clock plays for your seat.',
    botPlays: 'A bot plays on for you.', takeBack: 'Take my seat back',
    awayFrom: (name, time) => `${name} counts as away from ${time} on.`,
    away: (name) => `${name} is away. You can wait, or:`,
    awayBot: 'Let a bot take over', awayEnd: 'End it: you win', awayConcede: 'Count it as conceded',
    callOffAsked: (names, waiting) => `${names.join(' and ')} ${names.length === 1 ? 'wants' : 'want'} to call the `
      + `match off.${waiting.length ? ` Not yet: ${waiting.join(', ')}.` : ''}`,
    callOffNo: 'Play on after all', callOff: 'Call it off', callOffYes: 'End it without a result',
    callOffHint: 'At once before everybody has played, later when all agree.',
    menu: 'Leave…', bot: 'Let a bot play on for me', botYes: 'Hand my seat to a bot',
    botHint: 'You can take the seat back at any time.',
    concede: 'Concede', concedeYes: 'Concede for good',
    concedeHint: (others) => (others === 1 ? 'The other player wins.'
      : `The clock plays for your seat, and one of the other ${others} players wins.`),
  },

  rematch: {
    asked: 'Somebody wants to play again.', sit: 'Sit down', again: 'Play again',
    hint: 'The same people, bots and options; everybody one seat further.',
  },

  turns: { mark: '● Your move · ', next: 'Next match of mine' },

  firstHelp: {
    title: (game) => `${game} in two minutes`, close: 'Close how to play', more: 'A picture of the table, and a tour',
    spoken: 'How to play stands after what you are asked; the key ? opens it.',
  },
};
