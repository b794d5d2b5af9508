// What somebody has chosen for a new match, kept in this tab until it is opened: whoever reads the rules first finds it
// again.
const KEPT = 'matchledger.draft';
const fieldsOf = (form) => [...form.elements].filter((one) => one.matches('input:not([type=radio]), select'));
const nameOf = (field) => field.dataset.option ?? (field.name || field.dataset.test);
const valueOf = (field) => (field.type === 'checkbox' ? field.checked : field.value);

export function readDraft() {
  try { return JSON.parse(sessionStorage.getItem(KEPT)); } catch { return null; }
}

export function keepDraft(form, game) {
  sessionStorage.setItem(KEPT, JSON.stringify({ game, isOpen: form.querySelector('details').open,
    values: fieldsOf(form).map((one) => [nameOf(one), valueOf(one)]) }));
}

export const forgetDraft = () => sessionStorage.removeItem(KEPT);

// In the order of the form: the kind of the clock comes before the fields that it brings.
export function fillIn(form, { isOpen, values }) {
  form.querySelector('details').open = isOpen;
  for (const [name, value] of values) {
    const field = fieldsOf(form).find((one) => nameOf(one) === name);
    if (!field) continue; // the game has lost an option since
    field[field.type === 'checkbox' ? 'checked' : 'value'] = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
}
