// What is lost for good: only those who follow a match and those who sit in one meet it.
import { Problem } from './problems.js';

// The server's store has lost events that this client has seen: those after version `after`.
export class EventsLost extends Problem {
  constructor(after) {
    super(0, { type: '/problems/events-lost', title: 'Events were lost',
      detail: `The server has lost the events after version ${after}.` });
    this.after = after;
  }
}

// The match waits for the part of the luck that this player has committed to, and this client does not have it.
export class LuckPartLost extends Problem {
  constructor(match, seat, deadline) {
    super(0, {
      type: '/problems/luck-part-lost',
      title: 'The part of the luck was lost',
      detail: `${match} waits for the part of the luck of seat ${seat}, and this client does not have it.`,
      remedy: `Until ${new Date(deadline).toISOString()} give the part that you have kept: `
        + 'client.match(id, { luckPart }). Without it the clock then frees your seat '
        + '(LuckWithheld), and you can sit down again.',
    });
    Object.assign(this, { seat, deadline });
  }
}
