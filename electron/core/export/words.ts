import type { Detail } from '../../../shared/detail.ts';
import type { Session, SessionDetails } from '../../../shared/schemas.ts';
import { cost, duration } from '../../../shared/text/amounts.ts';

const number = new Intl.NumberFormat('en');
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' });

export const count = (n: number) => number.format(n);
export const counted = (n: number, one: string, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`;
export const dayOf = (time: number) => day.format(time);
export const clockOf = (time: number) => clock.format(time);
export const exactTime = (time: number) => exact.format(time);
export const whenOf = (time: number) => `${dayOf(time)}, ${clockOf(time)}`;

/** A whole output fits; a log of megabytes is cut, and the document says by how much. */
export const longestShown = 200_000;

export const firstLine = (text: string, most = 300) =>
  text.trimStart().split('\n', 1)[0]?.slice(0, most).toWellFormed().trimEnd() ?? '';

const modelName = (model: string) => model.replace(/^claude-/, '').replace(/-\d{8}$/, '');

function spanOf({ started, ended }: Session): string {
  if (started === null) return ended === null ? '' : whenOf(ended);
  if (ended === null || ended - started < 60_000) return whenOf(started);
  const to = dayOf(started) === dayOf(ended) ? clockOf(ended) : whenOf(ended);
  return `${whenOf(started)} to ${to} (${duration(ended - started)})`;
}

/** What there is to know of a session, name by name. */
export function factsOf(session: Session, details: SessionDetails): [name: string, value: string][] {
  const { tokens, prompts, messages, models, branch, sourceDeleted } = session;
  const spent = session.cost === null ? '' : `, ${cost(session.cost)}`;
  const cache = tokens.cacheRead > 0 ? `, ${compact.format(tokens.cacheRead)} read from the cache` : '';
  const facts: [string, string][] = [
    ['Project', session.project],
    ['Branch', details.branches.length > 1 ? details.branches.join(', ') : (branch ?? '')],
    ['When', spanOf(session)],
    ['Said', `${counted(prompts, 'prompt')}, ${counted(messages, 'message')}`],
    ['Models', models.map(modelName).join(', ')],
    [
      'Tokens',
      tokens.input + tokens.output === 0
        ? ''
        : `${compact.format(tokens.input)} in, ${compact.format(tokens.output)} out${cache}${spent}`,
    ],
    ['Pull requests', details.pullRequests.map(({ url }) => url).join(', ')],
    ['Claude Code', details.versions.join(', ')],
    ['Session', session.sessionId],
    ['Transcript', sourceDeleted ? 'Deleted; this is what the index kept of it' : ''],
  ];
  return facts.filter(([, value]) => value !== '');
}

/** How a call ended, where that is worth a word; nothing for a call that went well. */
export function endOf({ outcome, exit }: Detail): string {
  if (outcome === 'denied') return 'denied';
  if (outcome === 'interrupted') return 'stopped';
  if (outcome === 'open') return 'no result';
  if (exit) return `exit ${exit}`;
  return outcome === 'error' ? 'failed' : '';
}

/** "Conversation compacted · by itself · 160K to 20K tokens". */
export function compactionWords(subtype: string | null, detail: Detail | null): string {
  const what = subtype === 'microcompact_boundary' ? 'Old results cleared' : 'Conversation compacted';
  if (detail?.body?.type !== 'compaction') return what;
  const { before, after, trigger } = detail.body;
  const who = trigger === 'manual' ? 'by hand' : trigger === 'auto' ? 'by itself' : '';
  const from = before === null ? '' : compact.format(before);
  const tokens =
    from === '' ? '' : after === null ? `${from} tokens before` : `${from} to ${compact.format(after)} tokens`;
  return [what, who, tokens].filter(Boolean).join(' · ');
}

/** What the API or the client said went wrong. */
export function failureWords(text: string, detail: Detail | null): { title: string; message: string } {
  const failure = detail?.body?.type === 'failure' ? detail.body : null;
  const message = (failure?.message ?? text).replace(/^API error:? */i, '');
  return { title: `API error${failure?.status ? ` ${failure.status}` : ''}`, message };
}

/** Bodies that say themselves what came back. */
const showsOutput = new Set(['shell', 'fields', 'matches', 'links', 'agent']);

/** Whether the texts of a call and its results are all there is to show, or still something to show, of it. */
export function keptOf(detail: Detail | null): 'nothing' | 'results' | 'all' {
  if (!detail?.body) return detail && detail.images.length > 0 ? 'nothing' : 'all';
  return detail.outcome === 'error' && !showsOutput.has(detail.body.type) ? 'results' : 'nothing';
}
