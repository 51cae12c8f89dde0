import type { Trace, TraceItem } from '../../shared/purge.ts';

/** What each kind of place is called, in the order they are told. */
export const traceNames: Record<Trace, string> = {
  transcript: 'Transcripts',
  subagent: 'Subagents’ transcripts',
  'tool-result': 'Results of tools',
  'session-folder': 'Session folders',
  'file-history': 'Earlier versions of files',
  'image-cache': 'Images',
  upload: 'Uploads',
  task: 'Task lists',
  todo: 'To-do lists',
  'session-env': 'Environments',
  'debug-log': 'Debug logs',
  'security-state': 'Security warnings',
  telemetry: 'Telemetry',
  job: 'Background jobs',
  temporary: 'Temporary files',
  history: 'Prompt history',
  paste: 'Pasted text',
  'plan-file': 'Plans',
  'sessions-index': 'Claude Code’s list of sessions',
  copy: 'Copies in other sessions',
  index: 'Turnstone’s index',
  library: 'Turnstone’s library',
  archive: 'Turnstone’s archive',
  export: 'Exports',
};

/** Kinds that Turnstone itself wrote. */
const ours: readonly Trace[] = ['index', 'library', 'archive', 'export'];
export const isOurs = (what: Trace) => ours.includes(what);

export interface TraceGroup {
  readonly what: Trace;
  readonly items: readonly TraceItem[];
  readonly bytes: number;
}

/** Places by kind. */
export function byKind(items: readonly TraceItem[]): TraceGroup[] {
  return (Object.keys(traceNames) as Trace[]).flatMap((what) => {
    const own = items.filter((item) => item.what === what);
    return own.length > 0 ? [{ what, items: own, bytes: sumOf(own) }] : [];
  });
}

export const sumOf = (items: readonly { readonly bytes: number }[]) => items.reduce((sum, { bytes }) => sum + bytes, 0);

/** A path as it reads below whichever of these folders holds it. */
export function below(roots: readonly string[], path: string): string {
  const root = roots
    .filter((folder) => path.startsWith(folder) && /^[/\\]./.test(path.slice(folder.length)))
    .reduce((longest, folder) => (folder.length > longest.length ? folder : longest), '');
  return root === '' ? path : path.slice(root.length + 1);
}
