// Runs the cases and the scenarios, in Node.js or in a page; gives what went wrong by name, nothing where all is well.
import { Lossy } from './lossy.mjs';
import runCases from './cases.mjs';
import scenariosOf from './scenarios.mjs';

export { runCases };

export async function runScenarios(sdk, server, { isLossy, overChannel }) {
  const found = {};
  for (const [name, scenario] of Object.entries(scenariosOf(sdk))) {
    const networks = [];
    const clients = [];
    const connect = () => {
      const network = isLossy ? new Lossy(100 + networks.length) : {};
      networks.push(network);
      const pause = (ms) => new Promise((done) => setTimeout(done, ms / 20));
      clients.push(new sdk.Client(server, isLossy ? { fetch: network.fetch, WebSocket: network.WebSocket, pause, overChannel } : { overChannel }));
      return clients.at(-1);
    };
    try {
      await scenario(connect);
      const faults = networks.flatMap((network) => network.faults ?? []);
      found[name] = isLossy && name !== 'signs_up' && !faults.length ? ['nothing was lost'] : [];
    } catch (problem) {
      found[name] = [String(problem.stack)];
    }
  }
  return found;
}
