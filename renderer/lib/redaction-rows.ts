import type { RedactionPlan } from '../../shared/secrets.ts';

/** One line of a redaction's plan. */
export type RedactionRow =
  | { readonly kind: 'heading'; readonly key: string; readonly text: string; readonly amount: number }
  | { readonly kind: 'file'; readonly key: string; readonly file: RedactionPlan['files'][number] }
  | { readonly kind: 'refused'; readonly key: string; readonly path: string; readonly reason: string };

export function redactionRows({ files, refused }: RedactionPlan): RedactionRow[] {
  return [
    ...some('Files', files, (file, index) => ({ kind: 'file', key: `file ${index}`, file })),
    ...some('Left alone', refused, ({ path, reason }, index) => ({
      kind: 'refused',
      key: `refused ${index}`,
      path,
      reason,
    })),
  ];
}

function some<T>(text: string, items: readonly T[], rowOf: (item: T, index: number) => RedactionRow): RedactionRow[] {
  return items.length === 0 ? [] : [{ kind: 'heading', key: text, text, amount: items.length }, ...items.map(rowOf)];
}
