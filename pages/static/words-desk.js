// The words of the arbiter's desk and of the docket.
const list = new Intl.ListFormat('en', { style: 'long', type: 'conjunction' });
const isRun = (numbers) => numbers.length > 2 && numbers.at(-1) - numbers[0] === numbers.length - 1;
const steps = (numbers) => (numbers.length === 1 ? `step ${numbers[0]}` : isRun(numbers)
  ? `steps ${numbers[0]} to ${numbers.at(-1)}` : `steps ${list.format(numbers.map(String))}`);

export const words = {
  title: (number) => `Dispute ${number} · Match Ledger`,
  head: (number, game, about) => `Dispute ${number}, ${game}, ${about}`,
  about: { step: (step) => `step ${step}`, refusal: 'a refused command',
    ruling: (number) => `the ruling on dispute ${number}` },
  states: { held: 'Held', open: 'Open', ruled: 'Ruled', withdrawn: 'Withdrawn' },
  claim: (name, text) => `${name}: “${text}”`,
  docket: 'Docket', replay: 'Replay', report: 'Report to print', pages: 'This dispute',
  seat: (number) => `Seat ${number + 1}`, arbiter: 'An arbiter', clock: 'The clock', nobody: 'nobody',

  before: (step) => `Before step ${step}`, after: (step) => `After step ${step}`, ruled: 'After this ruling (preview)',
  seenAs: 'Seen as', spectator: 'a spectator', all: 'everybody’s cards', recorded: 'The players see that you looked.',
  noTables: 'There is no table to show for this step.',
  around: 'The steps around it', here: 'disputed', undone: ' (taken back)',
  could: 'Could have done', couldNothing: 'Nobody had a choice, or it is not for you to know.',
  rules: 'Rules', rulesNone: 'No rule is cited.',
  proven: (held, all) => `${held === all ? 'Proven' : 'NOT proven'}: ${held} of ${all} events are in the signed tree`,
  luck: { sealed: 'luck: opened when the match ends', none: 'luck: none', some: (number) => `luck: ${number} draws` },
  raw: 'Raw JSON',

  ruling: {
    title: 'Ruling', kinds: { dismiss: 'The move stands', rewind: 'Rewind the match', adjust: 'Adjust the result',
      forfeit: 'A seat forfeits' },
    toStep: 'Back to the table after step', winners: 'Who wins', seat: 'Who forfeits',
    reason: 'Reason (the players read it in their log)', give: 'Give the ruling', previewing: 'Looking ahead…',
    takesBack: (numbers) => `Takes back ${steps(numbers)}.`, takesNothing: 'Takes nothing back.',
    goesOn: (names) => `Then the match goes on: ${list.format(names)} to move.`, ends: 'Then the match is over.',
    wins: (names) => (names.length ? `Won by ${list.format(names)}.` : 'Won by nobody.'),
    staysOver: (names) => `The match stays over, won by ${names.length ? list.format(names) : 'nobody'}.`,
    showRuled: 'Show the table after this ruling', showStep: 'Show the table after the step',
    given: 'The ruling', by: (who, when) => `${who}, ${when}`,
    waits: 'An arbiter decides. Players of the match cannot rule on it.',
    sits: 'You play in this match, so you cannot rule on it. Another arbiter must.',
    withdraw: 'Withdraw your dispute', withdrawn: 'Whoever claimed it has withdrawn it.',
    appeal: 'Dispute this ruling',
  },

  filters: {
    title: 'Disputes', docketTitle: 'Disputes · Match Ledger',
    arbiter: (name, role) => `You are ${name}, ${role}: open a dispute to rule on it.`,
    reader: 'Opened from a match’s audit page; ruled on by arbiters.', which: 'Which disputes',
    states: { '': 'All', open: 'Open', ruled: 'Ruled', withdrawn: 'Withdrawn' }, game: 'Game', anyGame: 'every game',
    age: 'Opened',
    ages: { 0: 'at any time', 3600: 'over an hour ago', 86400: 'over a day ago', 604800: 'over a week ago' },
    held: 'Holds its match', mine: 'Mine', none: 'No dispute is like that.', more: 'More',
    mineTitle: 'In matches that you play in, or ruled on by you',
    line: (state, isHeld, age) => `${state}${isHeld ? ', holds the match' : ''} · ${age}`,
    ruled: (kind) => `ruled: ${kind}`,
  },
};
