// So many matches of two, each with its players taking turns as fast as they are answered, for so many seconds.
// Prints the number of moves that the server has confirmed.
const { Client } = require('boardgame.io/client');
const { SocketIO } = require('boardgame.io/multiplayer');

const [base, matches, seconds] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const coins = { name: 'coins', turn: { minMoves: 1, maxMoves: 1 }, moves: { take: { move: () => {}, client: false } } };
let moves = 0;
let counting = false;

function sit(matchID) {
  for (const playerID of ['0', '1']) {
    // A match that nobody has opened yet is opened by the server for whoever comes first.
    const multiplayer = SocketIO({ server: base });
    const client = Client({ game: coins, numPlayers: 2, matchID, playerID, multiplayer, debug: false });
    let seen = -1;
    client.subscribe((state) => {
      if (state === null || !state.isConnected || state._stateID <= seen) return;
      seen = state._stateID;
      if (counting && playerID === '0') moves = moves + 1;
      if (state.ctx.currentPlayer === playerID) client.moves.take();
    });
    client.start();
  }
}

for (let number = 0; number < matches; number += 1) sit(`${process.pid}-${number}`);
setTimeout(() => { counting = true; }, 1000);
setTimeout(() => { process.stdout.write(`${moves}\n`); process.exit(0); }, 1000 + 1000 * seconds);
