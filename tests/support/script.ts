import { Random } from './random.ts';

export type Fields = Record<string, unknown>;

interface Setting {
  readonly session?: string;
  readonly cwd?: string;
  readonly version?: string;
  readonly start?: number;
  readonly seed?: number;
  /** Fields that every record of the chain carries. */
  readonly always?: Fields;
}

export const noon = Date.UTC(2026, 2, 4, 12);

/**
 * Writes a transcript as Claude Code does: each record of the chain follows the one before, one second later. Verbs
 * return the uuid they wrote; `follow` goes back to an earlier one, as a rewind does.
 */
export class Script {
  readonly session: string;
  readonly records: Fields[] = [];
  readonly #random: Random;
  readonly #setting: Setting;
  #last: string | null = null;
  #clock: number;

  constructor(setting: Setting = {}) {
    this.#random = new Random(setting.seed ?? 1);
    this.#setting = setting;
    this.session = setting.session ?? this.#random.uuid();
    this.#clock = setting.start ?? noon;
  }

  chain(type: string, fields: Fields): string {
    const uuid = this.#random.uuid();
    this.#clock += 1000;
    this.records.push({
      parentUuid: this.#last,
      isSidechain: false,
      type,
      uuid,
      sessionId: this.session,
      timestamp: new Date(this.#clock).toISOString(),
      cwd: this.#setting.cwd ?? '/home/dev/x',
      version: this.#setting.version ?? '2.1.150',
      ...this.#setting.always,
      ...fields,
    });
    return (this.#last = uuid);
  }

  /** A record outside the chain: no uuid, no parent, no time. */
  flat(type: string, fields: Fields = {}): this {
    this.records.push({ type, sessionId: this.session, ...fields });
    return this;
  }

  prompt(text: unknown, more: Fields = {}): string {
    return this.chain('user', { message: { role: 'user', content: text }, ...more });
  }

  answer(text: string, more: Fields = {}): string {
    return this.model([{ type: 'text', text }], more);
  }

  /** One API message: a line for each block, the same id and usage on all of them. */
  model(blocks: readonly Fields[], more: Fields = {}, usage: Fields = {}): string {
    const id = `msg_${this.#random.uuid()}`;
    const counted = { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 100, ...usage };
    for (const block of blocks) {
      const message = { id, model: 'claude-sonnet-4-5-20250929', role: 'assistant', content: [block], usage: counted };
      this.chain('assistant', { message, requestId: `req_${id}`, ...more });
    }
    return this.#last ?? '';
  }

  call(name: string, input: Fields = {}, id = `toolu_${this.#random.uuid()}`): string {
    this.model([{ type: 'tool_use', id, name, input }]);
    return id;
  }

  result(id: string, content: unknown, more: Fields = {}): string {
    return this.prompt([{ type: 'tool_result', tool_use_id: id, content }], more);
  }

  system(subtype: string, more: Fields = {}): string {
    return this.chain('system', { subtype, ...more });
  }

  attachment(type: string, more: Fields = {}): string {
    return this.chain('attachment', { attachment: { type, ...more } });
  }

  /** What comes next follows this record. */
  follow(uuid: string | null): this {
    this.#last = uuid;
    return this;
  }

  get last(): string | null {
    return this.#last;
  }

  get lines(): string[] {
    return this.records.map((record) => `${JSON.stringify(record)}\n`);
  }

  get text(): string {
    return this.lines.join('');
  }
}
