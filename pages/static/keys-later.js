// What the keys do (keys.js) is read when one is pressed for the first time.
let keys = null;

export function pressKey(page, event) {
  if (keys) keys.answerKey(page, event);
  else import('./keys.js').then((found) => { keys = found; keys.answerKey(page, event); },
    (problem) => page.warn(problem));
}
