// The key of the service that serves these pages, pinned when this browser first saw it.
// That protects against everybody but the operator who serves the pages, and the sentence says so.
import { get } from './api.js';

const NAME = 'matchledger.pins';

const read = () => { try { return JSON.parse(localStorage.getItem(NAME)) ?? {}; } catch { return {}; } };

export async function pins() {
  const { key } = await get('/v1/key');
  const known = read();
  const pin = known[location.origin] ?? { key, since: new Date().toISOString().slice(0, 10) };
  if (!known[location.origin]) localStorage.setItem(NAME, JSON.stringify({ ...known, [location.origin]: pin }));
  return [{ key: pin.key,
    sentence: `This browser has trusted the key of ${location.host} since ${pin.since}. That is worth something `
      + `against everybody but the operator who serves this page: compare it with ${pin.key} from elsewhere.` }];
}
