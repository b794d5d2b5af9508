// The words around the help of a game; its sentences are in the game's folder.
export const words = {
  start: 'Let me play', rules: 'All rules', tour: 'Show me the table',
  changes: 'A blue line beside something on the table: it has changed since your last move.',
  next: 'Next', done: 'Done', skip: 'Skip',
  stops: [
    ['others', 'The other players sit here, with all that everybody may see of them.'],
    ['middle', 'What is shared lies in the middle. What happens now is said here.'],
    ['mine', 'This is yours. Rest on a card, or hold it, to read it whole. What glows answers what you are asked.'],
    ['question', 'What you are asked stands here, with what follows from each answer.'],
    ['log', 'What happened since your last move is here, and a blue line marks what it has changed on the table. '
      + 'Press the name of a card to read it.'],
  ],
};
