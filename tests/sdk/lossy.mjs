// A bad network for the JavaScript SDK: by a seed it loses requests and answers, breaks live streams and sockets, sends
// requests twice and delays them. What has no idempotency key and is no GET gets through as it is.

export function seeded(seed) {
  let state = seed * 2654435761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

export class Lossy {
  faults = [];

  constructor(seed, { lose = 0.15, double = 0.1, delayMs = 10 } = {}) {
    Object.assign(this, { random: seeded(seed), lose, double, delayMs });
    const network = this;
    this.WebSocket = class extends WebSocket {
      left = 8 + Math.floor(network.random() * 32);
      #onmessage = null;

      set onmessage(listen) { this.#onmessage = listen; super.onmessage = listen && ((event) => { if (this.#count()) this.#onmessage?.(event); }); }

      send(message) { if (this.#count()) super.send(message); }

      #count() {
        this.left -= 1;
        if (this.left === 0) { network.faults.push('socket broken'); this.close(); }
        return this.left > 0;
      }
    };
  }

  fetch = async (url, options) => {
    if ((options.method ?? 'GET') !== 'GET' && !options.headers['Idempotency-Key']) return fetch(url, options);
    const rolled = this.random();
    await new Promise((done) => setTimeout(done, this.random() * this.delayMs));
    if (rolled < this.lose / 2) throw this.#fail('request lost');
    const isLive = url.includes('/live');
    if (rolled >= this.lose && rolled < this.lose + this.double && !isLive) {
      this.faults.push('request sent twice');
      await fetch(url, options);
    }
    const answer = await fetch(url, options);
    if (isLive && answer.body) return this.#broken(answer);
    if (rolled < this.lose) throw this.#fail('answer lost');
    return answer;
  };

  // The stream breaks in the middle of an event.
  #broken(answer) {
    const reader = answer.body.getReader();
    let left = 1 + Math.floor(this.random() * 5);
    const body = new ReadableStream({
      pull: async (control) => {
        const { value, done } = await reader.read();
        if (done) { control.close(); return; }
        left -= 1;
        if (left < 0) { reader.cancel(); control.error(this.#fail('live stream broken')); return; }
        control.enqueue(left === 0 ? value.slice(0, 700) : value);
        if (left === 0) { left = -1; reader.cancel(); control.error(this.#fail('live stream broken')); }
      },
      cancel: () => reader.cancel(),
    });
    return new Response(body, { status: answer.status, headers: answer.headers });
  }

  #fail(fault) { this.faults.push(fault); return new TypeError(fault); }
}
