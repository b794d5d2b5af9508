// The grammar of choices: a template names a command type and a domain for each parameter (docs/sdk.md has the table).

const isIn = (given, known) => known.some((one) => one === given);
const areDifferent = (given, known) => given.every((one, index) => isIn(one, known)
  && !isIn(one, given.slice(0, index)));
const below = (random, count) => Math.min(count - 1, Math.floor(random() * count));
const total = (domain, chosen) => domain.some_of.reduce((sum, one, index) => sum
  + (isIn(one, chosen) ? domain.weights[index] : 0), 0);

function unknown(domain) {
  return new Error(`A domain of a kind that this client does not know: ${JSON.stringify(domain)}`); }

// Add values until the chosen ones are worth enough, where that is asked for.
function filledUp(domain, chosen, rest) {
  if (!domain.weights) return chosen;
  for (const one of rest) {
    if (total(domain, chosen) >= domain.min_total) break;
    if (!isIn(one, chosen)) chosen.push(one);
  }
  return chosen;
}

function shuffled(values, random) {
  const found = [...values];
  for (let index = found.length - 1; index > 0; index -= 1) {
    const other = below(random, index + 1);
    [found[index], found[other]] = [found[other], found[index]];
  }
  return found;
}

// A random value of a domain.
export function value(domain, random = Math.random) {
  if ('one_of' in domain) return domain.one_of[below(random, domain.one_of.length)];
  if ('some_of' in domain) {
    const mixed = shuffled(domain.some_of, random);
    return filledUp(domain, mixed.slice(0, domain.min + below(random, domain.max - domain.min + 1)), mixed);
  }
  if ('order_of' in domain) return shuffled(domain.order_of, random);
  if ('integer' in domain) return domain.integer.min + below(random, domain.integer.max - domain.integer.min + 1);
  if ('text' in domain) return '';
  if ('optional' in domain) return value(domain.optional, random);
  throw unknown(domain);
}

// The first value of a domain, or the shortest list of the first ones.
export function first(domain) {
  if ('one_of' in domain) return domain.one_of[0];
  if ('some_of' in domain) return filledUp(domain, domain.some_of.slice(0, domain.min), domain.some_of);
  if ('order_of' in domain) return [...domain.order_of];
  if ('integer' in domain) return domain.integer.min;
  if ('text' in domain) return '';
  if ('optional' in domain) return first(domain.optional);
  throw unknown(domain);
}

// Whether a value lies in a domain.
export function allows(domain, given) {
  if ('one_of' in domain) return isIn(given, domain.one_of);
  if ('some_of' in domain) {
    if (!Array.isArray(given) || given.length < domain.min || given.length > domain.max
      || !areDifferent(given, domain.some_of)) return false;
    return !domain.weights || total(domain, given) >= domain.min_total;
  }
  if ('order_of' in domain) return Array.isArray(given) && given.length === domain.order_of.length
    && areDifferent(given, domain.order_of);
  if ('integer' in domain) return Number.isInteger(given) && given >= domain.integer.min && given <= domain.integer.max;
  if ('text' in domain) return typeof given === 'string' && [...given].length <= domain.text.max;
  if ('optional' in domain) return allows(domain.optional, given);
  throw unknown(domain);
}

// A command from a choice: the wanted values where their domains allow them; elsewhere random values, or with `random`
// null the first ones, and nothing that may be left out.
export function command(choice, { random = Math.random, wanted = {} } = {}) {
  const params = {};
  for (const [name, domain] of Object.entries(choice.params ?? {})) {
    const inner = domain.optional ?? domain;
    if (name in wanted && allows(inner, wanted[name])) params[name] = wanted[name];
    else if (random === null) { if (inner === domain) params[name] = first(inner); }
    else if (inner === domain || random() < 0.5) params[name] = value(inner, random);
  }
  return { type: choice.type, params };
}

// The choice that covers this very command.
export function findChoice(choices, given) {
  const params = given.params ?? {};
  return choices.find((choice) => {
    const domains = choice.params ?? {};
    return choice.type === given.type && Object.keys(params).every((name) => name in domains)
      && Object.entries(domains).every(([name, domain]) =>
        (name in params ? allows(domain, params[name]) : 'optional' in domain));
  }) ?? null;
}
