import type { RetentionRule } from '../../shared/retention.ts';
import { bytes } from '../../shared/text/amounts.ts';
import { counted } from './format.ts';

type Conditions = Pick<RetentionRule, 'olderThanDays' | 'project' | 'largerThanBytes' | 'withSecrets'>;

/** What a rule takes, in one line: "Older than 90 days, in tide, with secrets". */
export function ruleWords(
  { olderThanDays, project, largerThanBytes, withSecrets }: Conditions,
  nameOf: (project: string) => string,
): string {
  const words = [
    ...(olderThanDays === null ? [] : [`older than ${counted(olderThanDays, 'day')}`]),
    ...(project === null ? [] : [`in ${nameOf(project)}`]),
    ...(largerThanBytes === null ? [] : [`larger than ${bytes(largerThanBytes)}`]),
    ...(withSecrets ? ['with secrets'] : []),
  ].join(', ');
  return words === '' ? 'Nothing: it has no condition' : words[0]?.toUpperCase() + words.slice(1);
}
