// Follows a match event by event, with the SDK. The table page has a stream of its own (live.js).
import { me } from './api.js';
import { Client, EventsLost } from './sdk/matchledger.js';

const AGAIN_MS = 5000;

// Calls `onMove(version)` after each event, and goes on for as long as the page is open.
export function follow(match, version, onMove, onState = () => {}) {
  const stopping = new AbortController();
  const followed = new Client('', { token: me()?.token }).match(match);
  (async () => {
    for (let seen = version; !stopping.signal.aborted;) {
      try {
        for await (const event of followed.events({ after: seen, signal: stopping.signal, onState })) {
          seen = event.version;
          onMove(seen);
        }
        return; // the match is over
      } catch (problem) {
        if (stopping.signal.aborted) return;
        if (problem instanceof EventsLost) { seen = problem.after; onMove(seen); }
        else { onState('lost'); await new Promise((done) => setTimeout(done, AGAIN_MS)); }
      }
    }
  })();
  return () => stopping.abort();
}
