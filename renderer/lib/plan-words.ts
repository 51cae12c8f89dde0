import type { PurgePlan, PurgeVerb, Receipt, TraceItem } from '../../shared/purge.ts';
import { bytes } from '../../shared/text/amounts.ts';
import { count, counted } from './format.ts';

/** The two verbs, and what each of them means for whoever regrets it. */
export const verbNames: Record<PurgeVerb, { readonly name: string; readonly means: string }> = {
  trash: { name: 'Move to Trash', means: 'can be put back until the trash is emptied' },
  purge: { name: 'Purge', means: 'cannot be undone' },
};

/** "Purge 12 sessions, 48 MB". */
export function deed({ verb, sessions, bytes: size }: Pick<PurgePlan, 'verb' | 'sessions' | 'bytes'>): string {
  const what = `${counted(sessions.length, 'session')}, ${bytes(size)}`;
  return verb === 'purge' ? `Purge ${what}` : `Move ${what} to the trash`;
}

/** What happens to one place. */
export function actionWords({ action, lines }: TraceItem, verb: PurgeVerb): string {
  if (action === 'keep') return 'stays';
  if (action === 'rewrite') return lines === undefined ? 'written again' : `${counted(lines, 'line')} out`;
  return verb === 'trash' ? 'to the trash' : 'deleted';
}

const done: Record<Receipt['verb'], string> = { purge: 'Purged', trash: 'To the trash', redact: 'Redacted' };

/** "Purged: 12 sessions, 48 MB". */
export function receiptWords(receipt: Receipt): string {
  const { verb, sessions, bytes: size } = receipt;
  const what = counted(sessions.length, 'session');
  if (verb === 'redact') return `${done.redact}: ${counted(taken(receipt).length, 'file')} of ${what}`;
  return `${done[verb]}: ${what}, ${bytes(size)}`;
}

/** The places of a receipt that something was done to. */
export const taken = ({ places }: Receipt) => places.filter(({ action }) => action !== 'keep');

/** Whether what it moved to the trash is back. */
export const isBack = ({ places }: Receipt) => places.some(({ action }) => action === 'restored');

/** How a receipt ended, in one word for its badge and one sentence. */
export function outcomeOf(receipt: Receipt): {
  readonly state: 'verified' | 'unverified' | 'unfinished' | 'back';
  readonly text: string;
} {
  const { done: isDone, verified, verb } = receipt;
  const where = counted(taken(receipt).length, 'place');
  if (isBack(receipt)) return { state: 'back', text: 'It was put back.' };
  if (!isDone) return { state: 'unfinished', text: 'Not finished. What is left is named below.' };
  if (!verified) return { state: 'unverified', text: 'Done, but not verified: what may be left is named below.' };
  if (verb === 'redact')
    return { state: 'verified', text: 'Taken out; verified absent from these files and the index.' };
  if (verb === 'trash') return { state: 'verified', text: `${where} moved; verified absent from the index.` };
  return { state: 'verified', text: `Removed from ${where}; verified absent from the index.` };
}

/** What to type before more than one session goes; null where one click will do. */
export const numberToType = (amount: number) => (amount > 1 ? count(amount) : null);

/** Whether what was typed is that number, with whatever separators. */
export const isNumber = (typed: string, amount: number) => typed.replaceAll(/[\s.,’']/g, '') === String(amount);
