/** Classes (of highlight.js) and text. */
export type Token = readonly [style: string, text: string];
export type Coloured = readonly (readonly Token[])[];

export interface HighlightRequest {
  readonly id: number;
  readonly language: string;
  readonly text: string;
}

const longest = 200_000;
const kept = 60;

/** Colours code in a thread of its own: a file of thousands of lines must not stop the scrolling. */
class Highlighter {
  #worker: Worker | null | undefined;
  #last = 0;
  readonly #waiting = new Map<number, (lines: Coloured | null) => void>();
  readonly #known = new Map<string, Promise<Coloured | null>>();

  /** Null where the language is not known or the code too long: it is then shown as it is. */
  highlight(language: string, text: string): Promise<Coloured | null> {
    if (language === '' || text.length > longest) return Promise.resolve(null);
    const key = `${language}\n${text}`;
    const lines = this.#known.get(key) ?? this.#ask(language, text);
    this.#known.delete(key);
    this.#known.set(key, lines);
    const [oldest] = this.#known.keys();
    if (this.#known.size > kept && oldest !== undefined) this.#known.delete(oldest);
    return lines;
  }

  #ask(language: string, text: string): Promise<Coloured | null> {
    const worker = (this.#worker ??= this.#start());
    if (!worker) return Promise.resolve(null);
    const id = ++this.#last;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      worker.postMessage({ id, language, text } satisfies HighlightRequest);
    });
  }

  #start(): Worker | null {
    const worker = new Worker(new URL('./highlight.worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<{ id: number; lines: Coloured | null }>) => {
      this.#waiting.get(data.id)?.(data.lines);
      this.#waiting.delete(data.id);
    });
    // Without the thread code has no colours; nothing else depends on it.
    worker.addEventListener('error', () => {
      this.#worker = null;
      for (const resolve of this.#waiting.values()) resolve(null);
      this.#waiting.clear();
    });
    return worker;
  }
}

export const highlighter = new Highlighter();
