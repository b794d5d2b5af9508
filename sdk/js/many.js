// Many matches: which have changed, as the server tells it, and finished ones in bulk.

const POLL_S = 20;
const FINISHED_PAGE = 20; // matches in one answer; each comes with all its events

// Pages of changes, each with the cursor that stands after it; ends when none has come for `waitMs`.
export async function* followFeed(client, cursor, waitMs, signal) {
  let last = cursor;
  if (last === null) {
    const present = await client.request('GET', '/v1/feed', { signal });
    yield present;
    last = present.cursor;
  }
  for (let changedAt = Date.now(); ;) {
    const leftS = waitMs === null ? POLL_S : Math.ceil((changedAt + waitMs - Date.now()) / 1000);
    const wait = Math.max(0, Math.min(POLL_S, leftS));
    const silenceMs = wait * 1000 + 5000;
    const query = { cursor: last, wait: wait || null };
    const page = await client.request('GET', '/v1/feed',
      { query, signal, silenceMs, deadlineMs: Math.max(client.deadlineMs, 2 * silenceMs) });
    last = page.cursor;
    if (page.entries.length) {
      yield page;
      changedAt = Date.now();
    } else if (waitMs !== null && Date.now() >= changedAt + waitMs) return;
  }
}

// Finished public matches, newest first, after the `cursor` of one that was read before.
export async function* readFinished(client, game, after) {
  for (let last = after; ;) {
    const query = { game, after: last, limit: FINISHED_PAGE };
    const text = await client.request('GET', '/v1/matches/finished.ndjson', { query, accept: 'application/x-ndjson' });
    const lines = text.split('\n').filter((line) => line).map((line) => JSON.parse(line));
    yield* lines;
    if (lines.length < FINISHED_PAGE) return;
    last = lines[lines.length - 1].cursor;
  }
}
