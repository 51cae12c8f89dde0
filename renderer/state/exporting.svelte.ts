import * as v from 'valibot';
import {
  downloadedAs,
  exportOptions,
  type Exported,
  type ExportJob,
  type ExportOptions,
  type ExportSubject,
} from '../../shared/export.ts';
import { partsOf } from '../../shared/exporting.ts';
import type { Progress } from '../../shared/schemas.ts';
import { download } from '../lib/download.ts';
import { isKind, type ExportKind, type ExportPlan } from '../lib/export-words.ts';
import { isCancelled, messageOf } from '../lib/failure.ts';
import { remember, remembered } from '../lib/storage.ts';
import type { Link } from './link.svelte.ts';

export interface Outcome {
  /** Paths on the desktop; in a browser, names. */
  readonly files: readonly string[];
  readonly redacted: number;
}

const types: Record<ExportJob['format'], string> = {
  html: 'text/html',
  md: 'text/markdown',
  json: 'application/json',
};
const kindKey = 'export.kind';
const optionsKey = 'export.options';

/** What is about to be exported, how, and how far that is: one dialog for all of them. */
export class Exporting {
  #subject = $state.raw<ExportSubject | null>(null);
  #title = $state('');
  #kind = $state<ExportKind>(kindBefore());
  #options = $state.raw<ExportOptions>(optionsBefore());
  #plan = $state.raw<ExportPlan | null>(null);
  #error = $state<string | null>(null);
  #running = $state(false);
  #progress = $state.raw<Progress | null>(null);
  #outcome = $state.raw<Outcome | null>(null);
  #abort = new AbortController();
  readonly #link: Link;

  constructor(link: Link) {
    this.#link = link;
  }

  get subject(): ExportSubject | null {
    return this.#subject;
  }

  get title(): string {
    return this.#title;
  }

  get kind(): ExportKind {
    return this.#kind;
  }

  set kind(kind: ExportKind) {
    this.#kind = kind;
    remember(kindKey, kind);
  }

  get options(): ExportOptions {
    return this.#options;
  }

  get plan(): ExportPlan | null {
    return this.#plan;
  }

  get error(): string | null {
    return this.#error;
  }

  get running(): boolean {
    return this.#running;
  }

  get progress(): Progress | null {
    return this.#progress;
  }

  /** What was written, once it was. */
  get outcome(): Outcome | null {
    return this.#outcome;
  }

  /** Shows what an export of these would hold. `title` says what they are: "3 sessions". */
  open(subject: ExportSubject, title: string): void {
    this.close();
    this.#title = title;
    this.#subject = subject;
    this.#plan = null;
    void this.look();
  }

  change(options: Partial<ExportOptions>): void {
    this.#options = { ...this.#options, ...options };
    // Whether secrets stay in is decided each time anew.
    const { redactSecrets: _each, ...kept } = this.#options;
    remember(optionsKey, JSON.stringify(kept));
    void this.look();
  }

  /** Counts at once, then looks for secrets, which takes longer. */
  async look(): Promise<void> {
    const subject = this.#subject;
    if (!subject) return;
    const { signal } = this.#renew();
    const job = { subject, format: 'md' as const, options: this.#options };
    this.#error = null;
    try {
      const counted = await this.#link.call('export.plan', job, { signal });
      this.#plan = { ...counted, secrets: null };
      this.#plan = await this.#link.call('export.plan', { ...job, look: true }, { signal });
    } catch (error) {
      if (!isCancelled(error)) this.#error = messageOf(error);
    }
  }

  async run(): Promise<void> {
    const subject = this.#subject;
    if (!subject || this.#running) return;
    const { signal } = this.#renew();
    const isPaper = this.#kind === 'pdf';
    const job: ExportJob = { subject, format: this.#kind === 'pdf' ? 'html' : this.#kind, options: this.#options };
    this.#running = true;
    this.#progress = null;
    this.#error = null;
    try {
      const outcome = await (window.turnstone ? this.#write(job, isPaper, signal) : this.#download(job, signal));
      if (!signal.aborted) this.#outcome = outcome;
    } catch (error) {
      if (!isCancelled(error)) this.#error = messageOf(error);
    }
    if (!signal.aborted) this.#running = false;
  }

  /** Stops what runs. Files that are complete stay. */
  cancel(): void {
    this.#abort.abort();
    this.#running = false;
    void this.look();
  }

  reveal(path: string): Promise<unknown> {
    return this.#link.call('native.revealExport', { path });
  }

  close(): void {
    this.#abort.abort();
    this.#running = false;
    this.#outcome = null;
    this.#error = null;
    this.#options = { ...this.#options, redactSecrets: undefined };
    this.#subject = null;
  }

  #renew(): AbortController {
    this.#abort.abort();
    return (this.#abort = new AbortController());
  }

  /** Null where the person changed their mind in the system's dialog. */
  async #write(job: ExportJob, pdf: boolean, signal: AbortSignal): Promise<Outcome | null> {
    const progress = (progress: Progress) => (this.#progress = progress);
    const { files, redacted } = await this.#link.call('native.export', { ...job, pdf }, { signal, progress });
    return files && { files, redacted };
  }

  /** One document after the other, each as a file of its own. */
  async #download(job: ExportJob, signal: AbortSignal): Promise<Outcome> {
    const { documents, entries: total } = await this.#link.call('export.plan', job, { signal });
    const ask = this.#link.call.bind(this.#link);
    const files: string[] = [];
    let [done, redacted] = [0, 0];
    for (let index = 0; index < documents; index += 1) {
      const contents: Blob[] = [];
      let last: Pick<Exported, 'name' | 'entries' | 'redacted' | 'sessions'> = {
        name: '',
        entries: 0,
        redacted: 0,
        sessions: [],
      };
      for await (const part of partsOf(ask, job, index, { signal })) {
        contents.push(new Blob([part.content]));
        last = part;
        this.#progress = { done: Math.min(total, done + part.entries), total, unit: 'entries', remaining: null };
      }
      download(last.name, types[job.format], contents);
      files.push(last.name);
      await ask('export.remember', { files: [{ path: downloadedAs(last.name), sessions: last.sessions }] });
      done += last.entries;
      redacted += last.redacted;
    }
    return { files, redacted };
  }
}

function kindBefore(): ExportKind {
  const kind = remembered(kindKey);
  return isKind(kind) && (kind !== 'pdf' || window.turnstone) ? kind : 'html';
}

function optionsBefore(): ExportOptions {
  const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), exportOptions), remembered(optionsKey));
  return kept.success ? kept.output : v.parse(exportOptions, {});
}
