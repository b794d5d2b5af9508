// A letter or two for each name, so that those of one match can be told apart.
export function initialsOf(names) {
  const all = [(name) => name.charAt(0), (name) => name.charAt(0) + name.slice(-1)].map((short) => names.map(short));
  return all.find((found) => new Set(found).size === names.length)
    ?? names.map((name, at) => `${name.charAt(0)}${at + 1}`);
}
