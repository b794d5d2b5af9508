// The words of the lobby, of invitations, of the waiting room, and of what belongs to a player rather than a match.
const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;
const UNITS = [[86400, 'day', 'days'], [3600, 'hour', 'hours'], [60, 'minute', 'minutes'], [1, 'second', 'seconds']];

function time(seconds) {
  const [size, one, many] = UNITS.find(([unit]) => seconds % unit === 0);
  return count(seconds / size, one, many);
}

export const words = {
  erased: 'erased',
  freeSeats: (free) => count(free, 'free seat', 'free seats'),

  who: {
    another: 'Another name', yours: 'Your name', add: 'Add', play: 'Play under this name',
    bring: 'I have a token or a code', token: 'Token, or the code that your other device shows', use: 'Use it',
    title: 'Play, replay, prove',
    about: 'Games with a ledger under them: every move can be taken back, watched again, and proved fair. Pick a name '
      + 'to play; watching needs none.',
    hello: (name) => `Hello, ${name}`, names: 'Names in this browser',
    keep: 'Your token stays in this browser; whoever has it plays as you.', devices: 'Play on another device',
    forget: (name) => `Forget ${name} here`,
  },

  open: {
    title: 'New match', games: 'The games', game: 'Game', seats: 'Seats', others: 'The other seats', options: 'Options',
    players: (min, max) => (min === max ? count(min, 'player', 'players') : `${min} to ${max} players`),
    kinds: { sensible: 'Bots, quick', search: 'Bots that think ahead: stronger, slower',
      random: 'Bots that play at random', people: 'People, by a link' },
    public: 'Public: anybody may watch and replay it', open: 'Open the match', rules: (game) => `Rules of ${game}`,
  },

  list: {
    label: 'Matches', title: 'Matches', all: 'All games', which: 'Which matches', more: 'More',
    tabs: { '': 'All', open: 'Open', running: 'Running', finished: 'Finished', mine: 'Mine' },
    none: 'No matches here yet. Choose a name, and open one.',
    noneOfMine: 'No matches here yet. Open one against bots, or for people whom you send the link.',
    freeSeat: 'free seat', opened: (when) => `opened ${when}`, imported: (origin) => ` · imported from ${origin}`,
    yourTable: 'Your table', join: 'Join', look: 'Look', playOn: 'Play on', watch: 'Watch', end: 'See the end',
    go: (verb, game, when) => `${verb}: ${game} of ${when}`,
    replay: 'Replay', replayOf: (game, when) => `Replay ${game} of ${when}`,
    audit: 'Audit', auditOf: (game, when) => `Audit ${game} of ${when}`,
  },

  own: {
    title: 'Your matches', held: 'held', waiting: 'waiting for others',
    wants: { move: 'your move', answer_undo: 'may a move be taken back?', agree_to_call_off: 'call it off?' },
    open: (taken, seats) => `open, ${taken} of ${seats} seats taken`, until: (when) => ` · until ${when}`,
  },

  signals: {
    title: 'Tell me when it is my turn', notify: 'Notification, while this tab is hidden',
    tone: 'A short tone, while this tab is hidden',
    turn: (game) => `Your move, ${game}`, rematch: (game) => `${game}: play again?`,
    asked: (game) => `You are asked something in ${game}`,
  },

  invitation: {
    title: (game) => `${game} · Match Ledger`, atTable: (names) => `At the table: ${names.join(', ')}. `,
    nobody: 'Nobody sits at the table yet. ', taken: 'The seats are taken.', watch: 'Watch', rules: 'The rules',
    total: (total, increment) => (increment
      ? `${time(total)} for each player, and ${time(increment)} more with each move; then the clock passes or takes `
        + 'the mildest choice.'
      : `${time(total)} for each player; then the clock passes or takes the mildest choice.`),
    turn: (turn) => `${time(turn)} for a decision; then the clock passes or takes the mildest choice.`,
    away: (away) => `No clock. Whoever lets the others wait for ${time(away)} may be replaced by a bot.`,
    sit: 'Sit down', as: (name) => `You sit down as ${name}.`, yourName: 'Your name',
  },

  devices: {
    title: 'Play on another device', who: 'Who may play as you', make: 'Make a code',
    code: (time_, host) => `Until ${time_}, and once. On the other device open ${host}, choose “I have a token or a `
      + 'code”, and type it.',
    token: 'Your token', copy: 'Copy', copied: 'Copied', show: 'Show my token', keep: 'Whoever has it plays as you.',
    here: 'This browser', other: 'Another device', made: (when) => ` made ${when}`,
    used: (date) => `, last used on ${date}`, revokeMine: 'Revoke, and forget me here', revoke: 'Revoke',
  },

  luck: {
    waiting: (names) => `Waiting for the luck of ${names.join(', ')}.`,
    mustCommit: (names) => `Somebody did not open their luck in time. ${names.join(', ')} must draw anew before the `
      + 'match can start.',
    everybody: 'Everybody who joins adds luck of their own, so that nobody can choose the deal.',
    opening: (names) => 'Nobody can change their luck any more. It is opened now, and the match begins as soon as '
      + `everybody's page has done so: ${names.join(', ')}.`,
    until: (when) => `Whoever has not done so by ${when} loses the seat.`,
    elsewhere: 'Your part of the luck was drawn in another browser. Open this match there, or the seat is lost when '
      + 'the time is over.',
  },

  optionValues: { open: 'left open', yes: 'yes', no: 'no', none: 'none', seat: (number) => `Seat ${number}`,
    noOptions: 'This game has no options.', list: 'names, separated by commas',
    packs: (names) => `Here there are: ${names.join(', ')}.` },

  clock: {
    label: 'Clock',
    kinds: { none: 'No clock', decision: 'Seconds for a decision', days: 'Days for a move', total: 'Total time' },
    says: {
      none: 'Everybody is waited for. Whoever lets the others wait for a day may be replaced by a bot, or loses.',
      decision: 'When they are up, the clock passes or takes the mildest choice.',
      days: 'When they are up, the clock passes or takes the mildest choice.',
      total: 'When a player has no time left, the clock passes or takes the mildest choice for them, each time.',
    },
    turn: 'Seconds for a decision', reaction: 'For an answer to another\'s turn', same: 'the same',
    days: 'Days for a move',
    total: 'Minutes for each player', increment: 'Seconds added by each move',
  },

  waiting: {
    seats: 'Seats', before: 'Before it begins', free: 'free', you: ' (you)', invite: 'Invite', options: 'Options',
    none: 'None.', branch: 'Plays on from ', step: (step) => `step ${step} of another match`,
    pickName: 'Pick a name to join', take: 'Take a seat', start: 'Start', leave: 'Leave the seat',
    bots: { sensible: 'Seat a quick bot', search: 'Seat a bot that thinks ahead',
      random: 'Seat a bot that plays at random' },
  },
};
