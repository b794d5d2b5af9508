// What is said while nobody can move.
import { words as table } from './words.js';

const moves = (number) => (number === 1 ? '1 move' : `${number} moves`);

export const words = {
  asksOne: (name, text) => `${name} asks to take back: ${text}`,
  asksMany: (name, text, more) => `${name} asks to take back: ${text} And ${moves(more)} after it.`,
  youAsk: 'You ask to take back a move.',
  agree: 'Agree', decline: 'Decline', withdraw: 'Withdraw', waiting: (names) => `Waiting for ${table.and(names)}.`,

  dispute: 'A dispute holds this match until an arbiter has ruled. Nobody can move.',
  until: (date) => `The hold ends by itself on ${date}.`, link: 'Read the dispute',
};
