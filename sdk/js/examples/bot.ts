// A bot for every game: it takes a seat and plays by chance.
import { Client, MovedOn, command } from '../matchledger.js';

export async function play(server: string, matchId: string): Promise<string> {
  const match = (await new Client(server).signUp('Bot')).match(matchId);
  const seat = await match.sit();
  for await (const turn of match.turns({ acceptsUndo: true })) {
    const choice = turn.choices[Math.floor(Math.random() * turn.choices.length)];
    try {
      await turn.send(command(choice));
    } catch (problem) {
      if (!(problem instanceof MovedOn)) throw problem; // somebody was faster: the next turn says what is possible now
    }
  }
  return (await match.get()).result?.winners.includes(seat) ? 'won' : 'lost';
}
