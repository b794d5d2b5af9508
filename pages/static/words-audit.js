// The words of the audit, of the evidence of a step, and of the report on a dispute.
export const words = {
  title: (game) => `Audit of ${game} · Match Ledger`, head: (game) => `${game}, audit`,
  own: 'Checked here', server: 'Checked by the server', evidence: 'Evidence', dispute: 'Dispute',
  pages: 'This match', table: 'Table', replay: 'Replay', disputes: 'Disputes',
  running: 'The match is still running: what is hidden from you is checked by its commitment only.',
  saveNotes: 'Save both notes',

  file: {
    pageTitle: 'Check a file · Match Ledger', checks: 'Checks', title: 'Check an exported match',
    about: 'The file never leaves this browser: its tree, its commitments, its signature and its listed draws are '
      + 'worked out again here. The rules of the game are not.',
    drop: 'Drop a .jsonl file here, or choose one',
  },

  checks: {
    title: 'Checked in this browser', checking: 'Checking…', keep: 'Keep the file',
    broken: (names) => `Broken: ${names.join(', ')}. This file is not what was signed and played.`,
    open: 'Nothing here has been tampered with, as far as a browser can check.', proven: 'All of it is proven.',
    each: (done, all) => `The checks: ${done} of ${all} proven here`,
    signs: { proven: '✓ proven', broken: '✗ broken', open: '– not proven here' },
  },

  again: {
    title: 'Executed again by the server', executing: 'Executing…',
    ok: 'The server says: every event is what the rules decide again.', wrong: 'Something does not fit.',
    size: (events, root) => `${events} events, root ${root}…`,
  },

  ofStep: {
    title: 'Evidence of a step', step: 'Step', show: 'Show',
    arbiter: 'While the match runs an arbiter sees what each seat sees, and the players see that you looked. The seed '
      + 'and the decks stay sealed until the end.',
    facts: { step: 'Step', by: 'By', at: 'At', seenAs: 'Seen as', command: 'Command' }, noCommand: 'none',
    undone: ' (taken back since)',
    raw: { command: 'Command', events: 'Events', choices: 'Choices', luck: 'Luck', proofs: 'Proofs',
      checkpoint: 'Checkpoint', before: (name) => `Before, ${name}`, after: (name) => `After, ${name}` },
  },

  disputing: {
    who: 'The players of a match and arbiters can dispute something in it.', noRefusal: 'no refusal: the step above',
    step: 'Step', refusal: 'Or a refused command of yours', claim: 'What is wrong with it',
    hold: 'Hold the match until it is ruled on (twice at most, unless an arbiter upholds it)', open: 'Open the dispute',
  },

  report: {
    title: 'Report · Match Ledger', print: 'Print', back: 'Back to the dispute',
    all: (name) => `With everything that ${name} may see.`, some: 'As spectators may see it.',
  },
};
