import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { Input } from '../../shared/contract.ts';
import type { PurgePlan, PurgeVerb, Trace } from '../../shared/purge.ts';
import type { Preview, RetentionRule } from '../../shared/retention.ts';
import { planChanges } from '../lib/plan-changes.ts';
import { planRows, type PlanRow } from '../lib/plan-rows.ts';
import { Errand } from './errand.svelte.ts';
import type { Link } from './link.svelte.ts';
import type { Receipts } from './receipts.svelte.ts';

/** Of a rule, with what its being enabled asks for. */
export type Plan = PurgePlan & Partial<Pick<Preview, 'consent'>>;
export type Choice = Input<'purge.plan'>['choice'];

/** The purge that is being looked at: one dialog for all of them. */
export class Purging {
  #errand = $state.raw<Errand<Plan> | null>(null);
  #choice = $state.raw<Choice>({});
  #verb = $state<PurgeVerb>('purge');
  #rule = $state.raw<RetentionRule | null>(null);
  readonly #insisted = new SvelteSet<string>();
  readonly #unfolded = new SvelteMap<Trace, boolean>();
  readonly #rows = $derived(this.#rowsOf(this.#errand?.plan ?? null));
  readonly #link: Link;
  readonly #receipts: Receipts;

  constructor(link: Link, receipts: Receipts) {
    this.#link = link;
    this.#receipts = receipts;
  }

  get errand(): Errand<Plan> | null {
    return this.#errand;
  }

  /** The retention rule whose plan this is; null where a person chose what goes. */
  get rule(): RetentionRule | null {
    return this.#rule;
  }

  get verb(): PurgeVerb {
    return this.#verb;
  }

  set verb(verb: PurgeVerb) {
    this.#verb = verb;
    void this.#errand?.look();
  }

  get includeCopies(): boolean {
    return this.#choice.includeCopies ?? false;
  }

  set includeCopies(includeCopies: boolean) {
    this.#choice = { ...this.#choice, includeCopies };
    void this.#errand?.look();
  }

  get rows(): readonly PlanRow[] {
    return this.#rows;
  }

  /** Shows what a purge of these would take. Nothing is done until that was confirmed. */
  open(choice: Choice, verb: PurgeVerb = 'purge'): void {
    this.#begin(null, choice, verb);
    const named = () => ({ ...this.#choice, sessions: [...(this.#choice.sessions ?? []), ...this.#insisted] });
    this.#set({
      plan: (signal) => this.#link.call('purge.plan', { choice: named(), verb: this.#verb }, { signal }),
      run: ({ token, verb }, context) => this.#link.call('purge.run', { choice: named(), verb, token }, context),
      changes: planChanges,
    });
  }

  /** Shows what a rule would take today. */
  openRule(rule: RetentionRule): void {
    const { id } = rule;
    this.#begin(rule, {}, rule.verb);
    this.#set({
      plan: (signal) => this.#link.call('retention.preview', { id }, { signal }),
      run: ({ token }, context) => this.#link.call('retention.run', { id, token }, context),
      changes: planChanges,
    });
  }

  /** Takes a session in that its bookmark protects, or leaves it again. */
  insist(session: string, on: boolean): void {
    if (on) this.#insisted.add(session);
    else this.#insisted.delete(session);
    void this.#errand?.look();
  }

  unfold(what: Trace, open: boolean): void {
    this.#unfolded.set(what, open);
  }

  async run(): Promise<void> {
    const errand = this.#errand;
    const receipt = await errand?.run();
    if (receipt) this.#receipts.add(receipt, this.#errand === errand);
  }

  close(): void {
    this.#errand?.leave();
    this.#errand = null;
  }

  #begin(rule: RetentionRule | null, choice: Choice, verb: PurgeVerb): void {
    this.close();
    this.#rule = rule;
    this.#choice = choice;
    this.#verb = verb;
    this.#insisted.clear();
    this.#unfolded.clear();
  }

  #set(work: ConstructorParameters<typeof Errand<Plan>>[0]): void {
    this.#errand = new Errand(work);
    void this.#errand.look();
  }

  #rowsOf(plan: Plan | null): readonly PlanRow[] {
    if (!plan) return [];
    const includeCopies = this.#rule ? null : this.includeCopies;
    return planRows(plan, { insisted: this.#insisted, includeCopies, unfolded: this.#unfolded });
  }
}
