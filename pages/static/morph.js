// Makes what is drawn like a new drawing by changing no more than differs. Nodes with the same `data-key` below the
// same
// parent are the same node, so focus, selection, scroll, what somebody has typed and a press under way survive. Nothing
// listens on drawn nodes: see press.js.

// Parts of a drawing that are made anew only when something that they show is another thing than before. `shows` lists
// all
// of it, compared by identity: the views of a match share what a step has not touched.
const PART = Symbol('part'); // on an element: the part that it shows
export function partsKeeper() {
  const parts = new Map();
  return (name, shows, make) => {
    const known = parts.get(name);
    if (known && known.shows.every((one, at) => one === shows[at])) {
      known.make = make;
      const stand = document.createElement('template'); // only says: as it was
      stand[PART] = known;
      return stand;
    }
    const part = { shows, make };
    parts.set(name, part);
    const drawn = make();
    drawn[PART] = part;
    return drawn;
  };
}

const isStand = (node) => node[PART] !== undefined && node.nodeName === 'TEMPLATE';
const keyOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.dataset.key : undefined);

// For where nothing is drawn yet: a part that should be as it was is made after all.
function complete(node) {
  if (isStand(node)) {
    const made = complete(node[PART].make());
    made[PART] = node[PART];
    return made;
  }
  if (node.nodeType === Node.ELEMENT_NODE) {
    for (const stand of node.querySelectorAll('template')) stand.replaceWith(complete(stand));
  }
  return node;
}

export function morph(place, drawing) {
  if (place.firstElementChild === null || place.childNodes.length > 1) place.replaceChildren(complete(drawing));
  else alter(place.firstElementChild, drawing);
}

// Returns the node that now stands for the drawing: the old one, unless it is of another kind.
function alter(old, drawn) {
  if (isStand(drawn) && drawn[PART] === old[PART]) return old;
  const wanted = isStand(drawn) ? drawn[PART].make() : drawn; // it is drawn, but in another place
  if (old.nodeType !== wanted.nodeType || old.nodeName !== wanted.nodeName || keyOf(old) !== keyOf(wanted)) {
    const made = complete(wanted);
    made[PART] = drawn[PART];
    old.replaceWith(made);
    return made;
  }
  if (old[PART] !== drawn[PART]) old[PART] = drawn[PART];
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== wanted.data) old.data = wanted.data;
    return old;
  }
  // `data-keep`: a form with the same value keeps what its reader has done to it, and its own listeners.
  if (old.dataset.keep !== undefined && old.dataset.keep === wanted.dataset.keep) return old;
  if (old.isEqualNode(wanted)) return old;
  alterAttributes(old, wanted);
  if ([...wanted.childNodes, ...old.childNodes].some((one) => keyOf(one) !== undefined)) alterByKey(old, wanted);
  else alterInOrder(old, wanted);
  return old;
}

// `open` belongs to whoever reads, `style` to what moves on the page; the latter is set as the security policy permits.
const KEPT = new Set(['open', 'style']);

function alterAttributes(old, wanted) {
  for (const { name } of [...old.attributes]) if (!wanted.hasAttribute(name)
    && !KEPT.has(name)) old.removeAttribute(name);
  for (const { name, value } of wanted.attributes) {
    if (old.getAttribute(name) === value) continue;
    if (name === 'style') old.style.cssText = value;
    else old.setAttribute(name, value);
  }
}

function alterInOrder(old, wanted) {
  const has = [...old.childNodes];
  const wants = [...wanted.childNodes];
  has.slice(wants.length).forEach((one) => one.remove());
  wants.forEach((one, at) => (at < has.length ? alter(has[at], one) : old.append(complete(one))));
}

function alterByKey(old, wanted) {
  const has = [...old.childNodes];
  const byKey = new Map(has.filter((one) => keyOf(one) !== undefined).map((one) => [keyOf(one), one]));
  const others = has.filter((one) => keyOf(one) === undefined);
  const find = (one) => {
    if (isStand(one)) return has.find((node) => node[PART] === one[PART]);
    const key = keyOf(one);
    if (key !== undefined) return byKey.get(key);
    const at = others.findIndex((node) => node.nodeName === one.nodeName);
    return at < 0 ? undefined : others.splice(at, 1)[0];
  };
  const kept = new Set();
  const result = [...wanted.childNodes].map((one) => {
    const known = find(one);
    if (known === undefined || kept.has(known)) return complete(one);
    kept.add(known);
    return alter(known, one);
  });
  const stays = new Set(result);
  for (const one of [...old.childNodes]) if (!stays.has(one)) one.remove();
  let next = old.firstChild;
  for (const one of result) {
    if (one === next) next = next.nextSibling;
    else old.insertBefore(one, next); // only what has changed its place is moved: moving a node takes its focus
  }
}
