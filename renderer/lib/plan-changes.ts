import type { PurgePlan } from '../../shared/purge.ts';
import type { RedactionPlan } from '../../shared/secrets.ts';
import { bytes } from '../../shared/text/amounts.ts';
import { counted } from './format.ts';

/** What has changed from the plan that was seen to the one that holds now, in sentences. */
export function planChanges(before: PurgePlan, after: PurgePlan): string[] {
  const names = (plan: PurgePlan) => new Map(plan.sessions.map(({ session, title }) => [session, title]));
  const [was, is] = [names(before), names(after)];
  const refusal = new Map(after.refused.map(({ session, detail }) => [session, detail]));
  return [
    ...told(
      was,
      is,
      (ref, title) => `“${title}” is no longer among them${because(refusal.get(ref))}.`,
      'are no longer among them',
    ),
    ...told(is, was, (_, title) => `“${title}” has come in.`, 'have come in'),
    ...placesChanged(before.plan, after.plan),
    ...(before.bytes === after.bytes ? [] : [`It is ${bytes(after.bytes)} now, it was ${bytes(before.bytes)}.`]),
  ];
}

/** The same for a redaction. */
export function redactionChanges(before: RedactionPlan, after: RedactionPlan): string[] {
  const replacements =
    before.replacements === after.replacements
      ? []
      : [`It is ${counted(after.replacements, 'place')} now, it was ${counted(before.replacements, 'place')}.`];
  return [...placesChanged(before.files, after.files), ...replacements];
}

const because = (detail: string | undefined) => (detail === undefined ? '' : `: ${detail.replace(/\.$/, '')}`);

const mostNamed = 3;

/** Of those in `some` that are not in `others`: each by name while they are few, else their number. */
function told(
  some: ReadonlyMap<string, string>,
  others: ReadonlyMap<string, string>,
  sentence: (ref: string, title: string) => string,
  many: string,
): string[] {
  const differing = [...some].filter(([ref]) => !others.has(ref));
  if (differing.length > mostNamed) return [`${counted(differing.length, 'session')} ${many}.`];
  return differing.map(([ref, title]) => sentence(ref, title));
}

function placesChanged(
  before: readonly { readonly path: string }[],
  after: readonly { readonly path: string }[],
): string[] {
  const [was, is] = [new Set(before.map(({ path }) => path)), new Set(after.map(({ path }) => path))];
  const fresh = [...is].filter((path) => !was.has(path)).length;
  const gone = [...was].filter((path) => !is.has(path)).length;
  return [
    ...(fresh > 0 ? [`${counted(fresh, 'place')} more.`] : []),
    ...(gone > 0 ? [`${counted(gone, 'place')} fewer.`] : []),
  ];
}
