import type { Output } from '../../shared/contract.ts';
import { exportFormats, type ExportFormat, type ExportOptions, type ExportSubject } from '../../shared/export.ts';
import { counted } from './format.ts';

export type ExportKind = ExportFormat | 'pdf';
export type ExportPlan = Output<'export.plan'>;

interface Words {
  readonly name: string;
  readonly means: string;
}

export const kindWords: Record<ExportKind, Words> = {
  html: { name: 'Web page', means: 'one file with everything in it; folds, both themes, no network' },
  md: { name: 'Markdown', means: 'for notes, issues and wikis' },
  json: { name: 'JSON', means: 'all there is of each entry, for programs' },
  pdf: { name: 'PDF', means: 'the page on paper, with everything unfolded' },
};

/** In the order they are offered; paper needs the desktop app. */
export const kindsOn = (desktop: boolean): ExportKind[] => [
  ...exportFormats.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)),
  ...(desktop ? (['pdf'] as const) : []),
];
const order: readonly ExportKind[] = ['html', 'md', 'json'];

export const isKind = (name: string | null): name is ExportKind => name !== null && Object.hasOwn(kindWords, name);

export type Choice = 'thinking' | 'toolOutput' | 'images' | 'subagents';

export const choiceWords: Record<Choice, Words> = {
  thinking: { name: 'Thinking', means: '' },
  toolOutput: { name: 'Output of tools', means: 'what commands printed, files that were read, changes' },
  images: { name: 'Pictures', means: '' },
  subagents: { name: 'Subagents', means: 'their transcripts, behind the session’s own' },
};

/** Which of them say something about this subject. */
export const choicesFor = ({ what }: ExportSubject): Choice[] =>
  what === 'sessions' || what === 'collection'
    ? ['thinking', 'toolOutput', 'images', 'subagents']
    : ['thinking', 'toolOutput', 'images'];

/** "3 sessions, 1,204 entries, in 3 files". */
export function planWords({ sessions, entries, documents }: ExportPlan): string {
  const what = [counted(sessions, 'session'), counted(entries, 'entry', 'entries')];
  return [...what, ...(documents > 1 ? [`in ${counted(documents, 'file')}`] : [])].join(', ');
}

export function secretWords({ secrets }: ExportPlan, { redactSecrets }: Pick<ExportOptions, 'redactSecrets'>): string {
  if (secrets === null) return 'Looking for secrets…';
  if (secrets === 0) return 'No secrets were found.';
  const found = counted(secrets, 'secret');
  return redactSecrets === false ? `${found} will be in it.` : `${found} will be taken out.`;
}
