import { remember, remembered } from '../lib/storage.ts';

const most = 20;

/** The last searches that led somewhere, the latest first. */
export class Recent {
  #queries = $state.raw<readonly string[]>(read());

  get queries(): readonly string[] {
    return this.#queries;
  }

  add(query: string): void {
    const text = query.trim();
    if (text === '' || text === this.#queries[0]) return;
    this.#queries = [text, ...this.#queries.filter((other) => other !== text)].slice(0, most);
    this.#save();
  }

  /** Drops the searches that hold this text. */
  forget(text: string): void {
    this.#queries = this.#queries.filter((query) => !query.includes(text));
    this.#save();
  }

  #save(): void {
    remember('searches', JSON.stringify(this.#queries));
  }
}

function read(): string[] {
  try {
    const value: unknown = JSON.parse(remembered('searches') ?? '[]');
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string').slice(0, most) : [];
  } catch {
    return []; // written by something else: start anew
  }
}
