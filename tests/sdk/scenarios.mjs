// What both SDKs have to do on the real service. tests/sdk/scenarios.py has the same list, in the same order.
import { seeded } from './lossy.mjs';

const STEPS_MAX = 400;

function check(isTrue, what) { if (!isTrue) throw new Error(`not so: ${what}`); }
const same = (one, other, what) => check(JSON.stringify(one) === JSON.stringify(other), `${what}: ${JSON.stringify(one)} is ${JSON.stringify(other)}`);
const range = (from, to) => Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

async function all(iterable, take = (one) => one) {
  const found = [];
  for await (const one of iterable) found.push(take(one));
  return found;
}

export default function scenariosOf(sdk) {
  const { command, Finished, Held, IllegalMove, Late, LuckPartLost, MovedOn, Problem, VersionConflict } = sdk;

  async function refused(Kind, action) {
    try { await action(); } catch (problem) {
      check(problem instanceof Kind, `${Kind.name} instead of ${problem.name} ${problem.message}`);
      return problem;
    }
    throw new Error(`${Kind.name} was expected`);
  }

  // A match of Coup for two that has started, as each player sees it; the first player begins.
  async function seated(connect) {
    const people = [await connect().signUp('Ana'), await connect().signUp('Ben')];
    const match = await people[0].openMatch('coup', 2, { first_seat: 0 });
    const views = people.map((player) => player.match(match.id));
    for (const [seat, view] of views.entries()) same(await view.sit(), seat, 'seat');
    await match.start();
    for (const view of views) await view.settleLuck(await view.get()); // as turns() does
    return views;
  }

  async function declare(action, match) {
    const { choices } = await match.choices();
    const choice = choices.find((one) => (one.params.action?.one_of ?? []).includes(action));
    return command(choice, { random: null, wanted: { action } });
  }

  async function play(match, random) {
    let count = 0;
    for await (const turn of match.turns({ acceptsUndo: true })) {
      count += 1;
      check(turn.choices.length > 0 && count < STEPS_MAX, 'a turn with choices');
      try {
        await turn.send(command(turn.choices[Math.floor(random() * turn.choices.length)], { random }));
      } catch (problem) {
        if (!(problem instanceof MovedOn)) throw problem;
      }
    }
  }

  return {
    async signs_up(connect) {
      const ana = await connect().signUp('Ana');
      same((await ana.me()).name, 'Ana', 'name');
      const problem = await refused(Problem, () => ana.withToken('nobody').me());
      same([problem.status, problem.slug], [401, 'token-unknown'], 'problem');
      check(problem.requestId, 'request id');
    },

    async plays_to_the_end_with_every_event_once(connect) {
      const views = await seated(connect);
      const watching = all(connect().match(views[0].id).events(), (event) => event.version);
      await Promise.all(views.map((view, seat) => play(view, seeded(seat))));
      const found = await views[0].get();
      same([found.status, found.result.winners.length], ['finished', 1], 'end');
      same(await watching, range(1, found.version), 'versions');
      await refused(Finished, () => views[0].send({ type: 'pass', params: { decision_id: 0 } }));
      same(await all(views[0].events({ after: found.version })), [], 'events after the end');
    },

    async is_refused_with_a_rule(connect) {
      const [ana, ben] = await seated(connect);
      const wanted = await declare('usa', ana);
      same([await ana.isLegal(wanted), await ben.isLegal(wanted)], [true, false], 'legal');
      check((await refused(IllegalMove, () => ben.send(wanted))).rule.startsWith('COUP-'), 'rule');
      await refused(VersionConflict, () => ana.send(wanted, { expected: 1 }));
      await ana.send(wanted, { expected: (await ana.get()).version });
    },

    async tells_a_late_command_from_a_wrong_one(connect) {
      const [ana, ben] = await seated(connect);
      const wanted = await declare('usa', ana);
      const turn = (await ana.turns().next()).value;
      await ana.send(wanted);
      same(await ana.isLegal(wanted), false, 'legal');
      same((await refused(Late, () => ana.send(wanted))).code, 'decision_closed', 'code');
      await refused(VersionConflict, () => turn.send(wanted));
      const current = (await ben.turns().next()).value;
      await refused(IllegalMove, () => current.send(wanted)); // nothing has happened since this turn: it is not late
      same(await ana.request('GET', 'steps/1'), await ana.step(1), 'step');
    },

    async is_held_while_an_undo_is_asked_for(connect) {
      const people = [await connect().signUp('Ana'), await connect().signUp('Ben')];
      const match = await people[0].openMatch('big-deal', 2);
      const views = people.map((player) => player.match(match.id));
      for (const view of views) await view.sit({ luck: false });
      await match.start();
      const author = views[(await match.get()).to_act[0]];
      let [count, sent, last] = [0, null, null];
      for await (const turn of author.turns()) {
        [count, sent, last] = [count + 1, command(turn.choices[0], { random: null }), turn];
        await turn.send(sent);
        if ((await author.undoPlan()).needs === 'consent') break;
        check(count < STEPS_MAX, 'a step that needs consent');
      }
      await author.undo();
      same((await author.get()).held.by, 'undo', 'held');
      same(await author.isLegal(sent), false, 'legal');
      same((await refused(Held, () => author.send(sent))).code, 'undo_pending', 'code');
      await refused(MovedOn, () => last.send(sent));
    },

    async sends_a_command_once_under_its_key(connect) {
      const [ana, ben] = await seated(connect);
      const wanted = await declare('usa', ana);
      const once = await ana.send(wanted, { key: 'the-one' });
      same(await ana.send(wanted, { key: 'the-one' }), once, 'answer');
      same((await ben.get()).step, 1, 'step');
      const reused = await refused(Problem, () => ana.send({ ...wanted, type: 'pass' }, { key: 'the-one' }));
      same(reused.slug, 'idempotency-key-reused', 'problem');
    },

    async opens_its_part_of_the_luck_from_any_match_object_or_gives_none(connect) {
      const [ana, ben] = [await connect().signUp('Ana'), await connect().signUp('Ben')];
      let match = await ana.openMatch('coup', 2);
      same([await ana.match(match.id).sit(), await ben.match(match.id).sit()], [0, 1], 'seats');
      check(match.luckPart !== null, 'a part');
      same((await match.start()).opening.waiting_for, [1], 'waiting for');
      await ben.match(match.id).turns({ waitMs: 500 }).next();
      same((await match.get()).status, 'running', 'status');
      match = await ana.openMatch('coup', 2);
      same(await match.sit({ seat: 1, luck: false }), 1, 'seat');
      same(await ben.match(match.id).sit({ luck: false }), 0, 'seat');
      same(match.luckPart, null, 'part');
      same((await match.start()).status, 'running', 'status');
    },

    async opens_a_part_that_was_kept_and_says_if_it_is_lost(connect) {
      const [ana, ben] = [await connect().signUp('Ana'), await connect().signUp('Ben')];
      const match = await ana.openMatch('coup', 2);
      await match.sit();
      const before = ben.match(match.id);
      same(await before.sit({ seat: 1 }), 1, 'seat');
      const luckPart = before.luckPart;
      const { opening } = await match.start();
      const restarted = connect().withToken(ben.token);
      const lost = await refused(LuckPartLost, () => restarted.match(match.id).turns().next());
      same([lost.seat, lost.deadline], [1, opening.deadline], 'what was lost');
      await restarted.match(match.id, { luckPart }).turns({ waitMs: 500 }).next();
      same((await match.get()).status, 'running', 'status');
    },

    async resumes_after_any_version(connect) {
      const [ana, ben] = await seated(connect);
      const last = (await ana.get()).version;
      const taken = [];
      for await (const event of ben.events()) {
        taken.push(event.version);
        if (taken.length === 5) break;
      }
      taken.push(...await all(ben.events({ after: 5, waitMs: 1000 }), (event) => event.version));
      same(taken, range(1, last), 'versions');
      same(await ben.wait(last, 1000), false, 'nothing new');
      const done = await ana.send(await declare('usa', ana));
      same(await ben.wait(last, 5000), true, 'something new');
      same(await all(ben.events({ after: last, waitMs: 1000 }), (event) => event.version), range(last + 1, done.version), 'news');
    },

    async answers_an_undo_request(connect) {
      const [ana, ben] = await seated(connect);
      await ana.send(await declare('usa', ana));
      await ben.send(await declare('usa', ben));
      same((await ana.undoPlan(0)).needs, 'consent', 'needs');
      await ana.undo(0);
      same(await all(ben.turns({ acceptsUndo: true, waitMs: 500 })), [], 'turns');
      same((await ana.get()).undo_request, null, 'request');
      for await (const turn of ana.turns()) {
        same([turn.seat, turn.table.state.turn], [0, 1], 'turn');
        break;
      }
    },

    async waits_while_it_is_held(connect) {
      const [ana, ben] = await seated(connect);
      await ana.send(await declare('usa', ana));
      const wanted = await declare('usa', ben);
      const { id } = await ana.request('POST', '/disputes', { body: { step: 1, claim: 'Not what I meant.', freeze: true } });
      same((await ben.get()).held.by, 'dispute', 'held');
      await refused(Held, () => ben.send(wanted));
      same(await all(ben.turns({ waitMs: 500 })), [], 'turns');
      await ana.client.request('DELETE', `/v1/disputes/${id}`);
      for await (const turn of ben.turns()) {
        same(turn.table.held, null, 'held');
        check((await turn.send(wanted)).step > 1, 'step');
        break;
      }
    },

    async reads_lists_page_by_page(connect) {
      const ana = await connect().signUp('Ana');
      const opened = [];
      for (let count = 0; count < 3; count += 1) {
        const match = await ana.openMatch('coup', 2);
        await match.sit();
        opened.push(match.id);
      }
      const path = `/v1/players/${(await ana.me()).id}/matches`;
      let found = [];
      for (let attempt = 0; attempt < 100 && found.length < 3; attempt += 1) {
        found = await all(ana.pages(path, 'matches', { limit: 1 }), (one) => one.id);
        await new Promise((done) => setTimeout(done, 100)); // the list follows a moment behind
      }
      same(found.sort(), opened.sort(), 'matches');
    },

    async follows_the_feed_from_a_cursor(connect) {
      const watcher = connect();
      const present = (await watcher.feed().next()).value;
      same(present.entries, [], 'entries');
      const [ana] = await seated(connect);
      const done = await ana.send(await declare('usa', ana));
      const newest = {};
      let cursor = null;
      for await (const page of watcher.feed(present.cursor)) {
        for (const { match, version } of page.entries) {
          check(version >= (newest[match] ?? 0), 'versions of a match in order');
          newest[match] = version;
        }
        cursor = page.cursor;
        if (newest[ana.id] === done.version) break;
      }
      const later = await all(watcher.feed(cursor, { waitMs: 0 }), (page) => page.entries.map((entry) => entry.match));
      check(!later.flat().includes(ana.id), 'told once');
      const problem = await refused(Problem, () => watcher.feed('of-another-server').next());
      same(problem.slug, 'bad-request', 'problem');
    },

    async reads_finished_matches_with_their_events(connect) {
      const [ana, ben] = await seated(connect);
      await ana.request('POST', '/leave', { body: { as: 'concede' } });
      same((await ben.get()).status, 'finished', 'status');
      let found = [];
      for (let attempt = 0; attempt < 100 && !found.some((one) => one.id === ana.id); attempt += 1) {
        found = await all(connect().finished({ game: 'coup' }));
        await new Promise((done) => setTimeout(done, 100)); // the list follows a moment behind
      }
      const line = found.find((one) => one.id === ana.id);
      same(line.events.map((event) => event.version), range(1, (await ben.get()).version), 'versions');
      const older = await all(connect().finished({ game: 'coup', after: line.cursor }), (one) => one.id);
      check(!older.includes(ana.id) && older.every((id) => found.some((one) => one.id === id)), 'older ones');
    },
  };
}
