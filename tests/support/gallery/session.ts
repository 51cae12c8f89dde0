import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

type Fields = Record<string, unknown>;

export interface Answer {
  readonly text?: string;
  readonly content?: unknown;
  /** What the client keeps for itself: `toolUseResult`. */
  readonly data?: unknown;
  readonly error?: boolean;
  /** Seconds until it came back. */
  readonly after?: number;
  readonly fields?: Fields;
}

const began = Date.UTC(2026, 10, 16, 14, 2);
/** Long enough ago to be nobody's live session. */
const written = new Date('2026-11-17T12:00:00Z');

/** Writes a transcript the way Claude Code does, record by record. */
export class SessionFile {
  readonly #lines: string[] = [];
  readonly #fields: Fields;
  readonly id: string;
  readonly path: string;
  #clock = began;
  #last: string | null = null;
  #count = 0;

  constructor(claudeDir: string, folder: string, id: string, fields: Fields = {}) {
    this.id = id;
    this.path = join(claudeDir, 'projects', folder, `${id}.jsonl`);
    this.#fields = { sessionId: id, cwd: '/home/dev/gallery', version: '2.1.219', gitBranch: 'main', ...fields };
  }

  /** The last record of the chain: what a rewind goes back to. */
  get last(): string | null {
    return this.#last;
  }

  rewind(to: string | null): void {
    this.#last = to;
  }

  raw(record: Fields): void {
    this.#lines.push(JSON.stringify(record));
  }

  /** A record of the chain. */
  record(type: string, fields: Fields, seconds = 3): string {
    this.#clock += seconds * 1000;
    const uuid = `${this.id.slice(-8).replace(/[^0-9a-f]/g, '0')}-0000-4000-8000-${String(++this.#count).padStart(12, '0')}`;
    const timestamp = new Date(this.#clock).toISOString();
    this.raw({ parentUuid: this.#last, isSidechain: false, ...this.#fields, type, uuid, timestamp, ...fields });
    this.#last = uuid;
    return uuid;
  }

  prompt(content: unknown, fields: Fields = {}): string {
    return this.record('user', { message: { role: 'user', content }, ...fields }, 30);
  }

  assistant(block: Fields): string {
    const usage = {
      input_tokens: 12,
      output_tokens: 40,
      cache_read_input_tokens: 9000,
      cache_creation_input_tokens: 300,
    };
    const id = `msg_${this.id.slice(-8)}_${this.#count}`;
    return this.record('assistant', {
      message: { id, role: 'assistant', model: 'claude-opus-4-5', content: [block], usage },
    });
  }

  say(text: string): string {
    return this.assistant({ type: 'text', text });
  }

  think(thinking: string): string {
    return this.assistant({ type: 'thinking', thinking, signature: 'c2lnbmF0dXJl' });
  }

  /** A call and, unless it never came back, its result. */
  call(name: string, input: Fields, answer: Answer | null): string {
    const id = `toolu_${this.id.slice(-8)}_${this.#count}`;
    this.assistant({ type: 'tool_use', id, name, input });
    if (!answer) return id;
    const content = answer.content ?? answer.text ?? '';
    const block = { type: 'tool_result', tool_use_id: id, content, ...(answer.error ? { is_error: true } : {}) };
    const kept = answer.data === undefined ? {} : { toolUseResult: answer.data };
    this.record('user', { message: { role: 'user', content: [block] }, ...kept, ...answer.fields }, answer.after ?? 1);
    return id;
  }

  system(subtype: string, fields: Fields): string {
    return this.record('system', { subtype, ...fields });
  }

  attachment(type: string, fields: Fields): string {
    return this.record('attachment', { attachment: { type, ...fields } });
  }

  /** A file beside the transcript, in the session's own folder. */
  beside(name: string, content: string): void {
    put(join(this.path.replace(/\.jsonl$/, ''), name), content);
  }

  /** What Claude Code notes beside a subagent's transcript. */
  note(fields: Fields): void {
    put(this.path.replace(/\.jsonl$/, '.meta.json'), JSON.stringify(fields));
  }

  get text(): string {
    return `${this.#lines.join('\n')}\n`;
  }

  write(): void {
    put(this.path, this.text);
  }
}

function put(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  utimesSync(path, written, written);
}
