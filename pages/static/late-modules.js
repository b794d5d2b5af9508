// Modules that few moments of a match need: null until one has come, and then the page is drawn again.
import { addStyles } from './late-styles.js';

export class LateModules {
  #found = new Map();

  // `loads`: name -> a function that imports it. What could not be loaded is asked for again by the next drawing.
  constructor(loads, { onCome, onProblem }) {
    Object.assign(this, { loads, onCome, onProblem });
  }

  get(name) {
    if (!this.#found.has(name)) {
      this.#found.set(name, null);
      Promise.all([this.loads[name](), addStyles('later.css')]).then(([found]) => {
        this.#found.set(name, found);
        this.onCome();
      }, (problem) => {
        this.#found.delete(name);
        this.onProblem(problem);
      });
    }
    return this.#found.get(name) ?? null;
  }
}
