// node node.mjs SDK '{"cases": …}' or '{"server": …, "isLossy": …, "overChannel": …}': prints what went wrong as JSON.
import { runCases, runScenarios } from './run.mjs';

const [path, text] = process.argv.slice(2);
const wanted = JSON.parse(text);
const sdk = await import(path);
const found = wanted.calls ? await runCases(sdk, wanted.calls, wanted.streams) : await runScenarios(sdk, wanted.server, wanted);
process.stdout.write(JSON.stringify(found), () => process.exit(0)); // sockets may still be open
