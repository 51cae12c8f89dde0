import { createSubscriber } from 'svelte/reactivity';

/** The time, to the half minute, while something on screen shows it. */
class Clock {
  readonly #subscribe = createSubscriber((update) => {
    const timer = setInterval(update, 30_000);
    return () => clearInterval(timer);
  });

  get now(): number {
    this.#subscribe();
    return Date.now();
  }
}

export const clock = new Clock();
