// boardgame.io's own server with a minimal game: the player on turn takes one coin, as with income in Coup.
const { Server, FlatFile } = require('boardgame.io/server');

const coins = {
  name: 'coins',
  setup: ({ ctx }) => ({ coins: Array(ctx.numPlayers).fill(2) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { take: ({ G, playerID }) => { G.coins[playerID] += 1; } },
};

const folder = process.argv[3];
const server = Server({ games: [coins], origins: ['*'], ...(folder ? { db: new FlatFile({ dir: folder }) } : {}) });
server.run(Number(process.argv[2]), () => process.stdout.write('ready\n'));
