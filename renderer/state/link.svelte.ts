import type { CallContext, Channel } from '../../shared/channel.ts';
import { connect, type Client } from '../../shared/client.ts';
import type { EventName, Input, Method, Output, Payload } from '../../shared/contract.ts';

const firstDelay = 250;
const longestDelay = 8_000;

type Attach = (client: Client) => void;

/** The line to the app. When it breaks, a fresh one is made; who listens to events is carried over. */
export class Link {
  #client: Client | undefined;
  #lost = $state(false);
  #tries = $state(0);
  readonly #open: (opened: () => void) => Channel;
  readonly #attached: Attach[] = [];
  readonly #back: (() => void)[] = [];

  constructor(open: (opened: () => void) => Channel) {
    this.#open = open;
    this.#dial();
  }

  get lost(): boolean {
    return this.#lost;
  }

  /** How often a new line was tried in vain. */
  get tries(): number {
    return this.#tries;
  }

  call<M extends Method>(method: M, input: Input<M>, context?: Partial<CallContext>): Promise<Output<M>> {
    if (!this.#client) throw new Error('No line yet');
    return this.#client.call(method, input, context);
  }

  on<E extends EventName>(event: E, listener: (payload: Payload<E>) => void): void {
    const attach: Attach = (client) => client.on(event, listener);
    this.#attached.push(attach);
    if (this.#client) attach(this.#client);
  }

  /** Called when a broken line works again: what is shown may be old. */
  onBack(listener: () => void): void {
    this.#back.push(listener);
  }

  #dial(): void {
    const channel = this.#open(() => {
      const back = this.#lost;
      this.#lost = false;
      this.#tries = 0;
      if (back) for (const listener of this.#back) listener();
    });
    const client = connect(channel);
    this.#client = client;
    for (const attach of this.#attached) attach(client);
    channel.onClose(() => {
      this.#lost = true;
      const delay = Math.min(longestDelay, firstDelay * 2 ** this.#tries);
      this.#tries += 1;
      setTimeout(() => this.#dial(), delay);
    });
  }
}
