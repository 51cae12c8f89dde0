import type { Channel, Message } from './channel.ts';
import type { AppError } from './errors.ts';

/** What every carrier's end has in common. The carrier calls `receive` and `closed`; a closed end is silent. */
export class ChannelEnd implements Channel {
  readonly #send: (message: Message) => void;
  readonly #hangUp: () => void;
  readonly #listeners: ((message: Message) => void)[] = [];
  readonly #closers: ((reason?: AppError) => void)[] = [];
  #open = true;

  constructor(send: (message: Message) => void, hangUp: () => void = () => undefined) {
    this.#send = send;
    this.#hangUp = hangUp;
  }

  post(message: Message): void {
    if (this.#open) this.#send(message);
  }

  on(listener: (message: Message) => void): void {
    this.#listeners.push(listener);
  }

  onClose(listener: (reason?: AppError) => void): void {
    this.#closers.push(listener);
  }

  close(): void {
    if (!this.#open) return;
    this.closed();
    this.#hangUp();
  }

  receive(message: Message): void {
    if (this.#open) for (const listener of this.#listeners) listener(message);
  }

  closed(reason?: AppError): void {
    if (!this.#open) return;
    this.#open = false;
    for (const closer of this.#closers) closer(reason);
  }
}
