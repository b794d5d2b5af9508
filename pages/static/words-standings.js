// The words of the standings and statistics.
const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;

export const words = {
  pageTitle: 'Standings · Match Ledger', title: 'Standings', game: 'Game', all: 'All games', erased: 'erased',
  from: (matches) => `From ${count(matches, 'finished match', 'finished matches')}.`, none: 'No finished matches yet.',
  players: 'Players', columns: ['Player', 'Won', 'Played', 'Rate', 'Conceded', 'By a bot', 'Called off'],
  ofPlayed: (share, played) => `${share} of ${played}`,

  cards: {
    title: 'Most decisive cards', choose: 'Choose a game to see which of its cards decide matches.',
    about: 'How often those won who had openly played the card, in finished matches. The broken line is what chance '
      + 'alone would give them; the surest difference comes first.',
    tooFew: 'Not enough has been played yet: a card counts from five seats on.',
    label: 'Share of wins of those who played the card',
  },

  seats: {
    title: 'Wins by seat', seat: (number) => `Seat ${number}`, players: (number) => count(number, 'player', 'players'),
    label: (players) => `Share of wins by seat with ${players} players`, even: 'The broken line is an even share.',
  },

  lengths: {
    title: 'Length', median: (events) => `Half of the matches take at most ${count(events, 'event', 'events')}.`,
    label: 'Matches by number of events',
  },
};
