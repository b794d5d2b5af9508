// The differences between two values as paths only: enough to show what moved.
export function changes(before, after, path = '') {
  if (before === after) return [];
  const isTree = (value) => value !== null && typeof value === 'object';
  if (!isTree(before) || !isTree(after) || Array.isArray(before) !== Array.isArray(after)) return [{ op: 'replace',
    path }];
  if (Array.isArray(before) && before.length !== after.length) {
    // Something came or went: mark what is new, and the list itself if something only left it.
    const known = new Set(before.map((one) => JSON.stringify(one)));
    const fresh = after.flatMap((one, at) => (known.has(JSON.stringify(one)) ? []
      : [{ op: 'add', path: `${path}/${at}` }]));
    return fresh.length ? fresh : [{ op: 'remove', path: `${path}/0` }];
  }
  const found = [];
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (!(key in after)) found.push({ op: 'remove', path: `${path}/${key}` });
    else if (!(key in before)) found.push({ op: 'add', path: `${path}/${key}` });
    else found.push(...changes(before[key], after[key], `${path}/${key}`));
  }
  return found;
}
