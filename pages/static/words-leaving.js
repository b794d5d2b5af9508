// What is said to somebody who leaves a match, and of somebody who is away.
export const words = {
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
  bot: 'Let a bot play on for me', botYes: 'Hand my seat to a bot',
  botHint: 'You can take the seat back at any time.',
  concede: 'Concede', concedeYes: 'Concede for good',
  concedeHint: (others) => (others === 1 ? 'The other player wins.'
    : `The clock plays for your seat, and one of the other ${others} players wins.`),
};
