// Matches of two players who take turns as fast as they are answered, for a number of seconds.
// Prints how many moves the server has confirmed, and how long the median and the 99th of 100 took, in ms.
const { Client } = require('boardgame.io/client');
const { SocketIO } = require('boardgame.io/multiplayer');

const [base, matches, seconds] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const coins = { name: 'coins', turn: { minMoves: 1, maxMoves: 1 }, moves: { take: { move: () => {}, client: false } } };
const times = [];
let counting = false;

function sit(matchID) {
  for (const playerID of ['0', '1']) {
    // A match that nobody has opened yet is opened by the server for whoever comes first.
    const multiplayer = SocketIO({ server: base });
    const client = Client({ game: coins, numPlayers: 2, matchID, playerID, multiplayer, debug: false });
    let turn = -1;
    let sentAt = 0;
    client.subscribe((state) => {
      if (state === null || !state.isConnected || state.ctx.turn <= turn) return;
      turn = state.ctx.turn; // each move is a turn
      const isOwnMove = state.ctx.currentPlayer !== playerID;
      if (counting && isOwnMove && sentAt > 0) times.push(performance.now() - sentAt);
      if (isOwnMove) return;
      sentAt = performance.now();
      client.moves.take();
    });
    client.start();
  }
}

for (let number = 0; number < matches; number += 1) sit(`${process.pid}-${number}`);
setTimeout(() => { counting = true; }, 1000);
setTimeout(() => {
  times.sort((one, other) => one - other);
  const at = (share) => times[Math.floor(times.length * share)] ?? null;
  process.stdout.write(`${JSON.stringify({ moves: times.length, p50_ms: at(0.5), p99_ms: at(0.99) })}\n`);
  process.exit(0);
}, 1000 + 1000 * seconds);
