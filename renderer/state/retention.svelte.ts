import type { Input, Output } from '../../shared/contract.ts';
import type { RetentionRule, Sweep } from '../../shared/retention.ts';
import { messageOf } from '../lib/failure.ts';
import { counted } from '../lib/format.ts';
import { Fetched } from './fetched.svelte.ts';
import type { Link } from './link.svelte.ts';
import type { Notices } from './notices.svelte.ts';

/** What the archive holds in all, and of which sessions. */
export type Archived = Output<'archive.state'> & { readonly list: Output<'archive.list'>['sessions'] };

/** When things go by themselves: by Claude Code's clean-up, and by the user's own rules. */
export class Retention {
  readonly sweeps: Fetched<readonly Sweep[]>;
  readonly rules: Fetched<readonly RetentionRule[]>;
  readonly archive: Fetched<Archived>;
  readonly #link: Link;
  readonly #notices: Notices;
  readonly #changed: () => void;

  /** `changed` is called when sessions got a copy, lost one, or came back from it. */
  constructor(link: Link, notices: Notices, changed: () => void) {
    this.#link = link;
    this.#notices = notices;
    this.#changed = changed;
    this.sweeps = new Fetched(async (signal) => (await link.call('retention.sweeps', {}, { signal })).sweeps);
    this.rules = new Fetched(async (signal) => (await link.call('retention.rules', {}, { signal })).rules);
    this.archive = new Fetched(async (signal) => {
      const [state, { sessions }] = await Promise.all([
        link.call('archive.state', {}, { signal }),
        link.call('archive.list', {}, { signal }),
      ]);
      return { ...state, list: sessions };
    });
  }

  async load(): Promise<void> {
    await Promise.all([this.sweeps.load(), this.rules.load(), this.archive.load()]);
  }

  async save(rule: Input<'retention.save'>): Promise<RetentionRule> {
    const saved = await this.#link.call('retention.save', rule);
    await this.rules.load();
    return saved;
  }

  /** With the consent that its preview told, a rule is switched on; without one, off. Whether that went well. */
  async enable({ id, name }: RetentionRule, consent: string | null): Promise<boolean> {
    const state = consent === null ? { enabled: false } : { enabled: true, consent };
    return this.#try(`“${name}” is ${consent === null ? 'off' : 'on'}`, () => this.save({ id, name, ...state }));
  }

  async remove({ id, name }: RetentionRule): Promise<void> {
    const gone = await this.#try(`“${name}” is removed`, () => this.#link.call('retention.remove', { id }));
    if (gone) await this.rules.load();
  }

  /** Keeps a copy of the sessions that Claude Code is about to delete. */
  async keep(sessions: readonly string[]): Promise<void> {
    try {
      const { archived, failed } = await this.#link.call('archive.add', { sessions: [...sessions] });
      const rest = failed.length > 0 ? `; ${counted(failed.length, 'session')} could not be: ${failed[0]}` : '';
      this.#notices.say(`Archived ${counted(archived, 'session')}${rest}`);
    } catch (error) {
      this.#notices.say(`Not archived: ${messageOf(error)}`);
    }
    await this.#archiveChanged();
  }

  /** Puts the transcripts of these sessions back where they were. */
  async putBack(sessions: readonly string[]): Promise<void> {
    try {
      const { files } = await this.#link.call('archive.restore', { sessions: [...sessions] });
      this.#notices.say(`${counted(files.length, 'file')} put back`);
    } catch (error) {
      this.#notices.say(`Not put back: ${messageOf(error)}`);
    }
    await this.#archiveChanged();
  }

  /** Deletes the copies of these sessions from the archive. */
  async drop(sessions: readonly string[]): Promise<void> {
    await this.#try('The copy is removed', () => this.#link.call('archive.remove', { sessions: [...sessions] }));
    await this.#archiveChanged();
  }

  async #archiveChanged(): Promise<void> {
    this.#changed();
    if (this.archive.value || this.sweeps.value) await Promise.all([this.sweeps.load(), this.archive.load()]);
  }

  async #try(done: string, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      this.#notices.say(done);
      return true;
    } catch (error) {
      this.#notices.say(messageOf(error));
      return false;
    }
  }
}
