// What is offered when a match is over.
export const words = {
  again: 'Watch it again', prove: 'Prove it',
  rematch: {
    asked: 'Somebody wants to play again.', sit: 'Sit down', again: 'Play again',
    hint: 'The same people, bots and options; everybody one seat further.',
  },
};
