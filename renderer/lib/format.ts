import type { Progress, Tokens } from '../../shared/schemas.ts';

const number = new Intl.NumberFormat();
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

export const count = (n: number) => number.format(n);
export const percent = (share: number) => `${number.format(Math.floor(100 * Math.min(1, share)))} %`;
export const short = (n: number) => compact.format(n);

/** "1 session", "3,412 sessions". */
export const counted = (n: number, one: string, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`;

/** Each token once: what was read again from the cache is in the title, not in the sum. */
export const tokenSum = ({ input, output, cacheWrite }: Tokens) => input + output + cacheWrite;

export const tokenTitle = ({ input, output, cacheRead, cacheWrite }: Tokens) =>
  `Tokens: ${count(input)} in, ${count(output)} out, ${count(cacheWrite)} written to the cache.\n` +
  `Not counted: ${count(cacheRead)} read from the cache.`;

const mb = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const megabytes = (bytes: number) => mb.format(bytes / 1e6);

export function progressText({ done, total, unit, remaining }: Progress): string {
  const far =
    unit === 'bytes'
      ? `${megabytes(done)} of ${megabytes(total)} MB`
      : `${count(done)} of ${unit === 'files' ? counted(total, 'file') : counted(total, 'entry', 'entries')}`;
  return remaining !== null && remaining > 2_000 ? `${far}, about ${duration(remaining)} left` : far;
}

/** "8 s", "3 min", "1 h 20 min": as exact as anybody needs. */
export function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export const firstLine = (text: string) => text.trimStart().split('\n', 1)[0]?.trimEnd().slice(0, 300) ?? '';

/** "claude-opus-4-5-20251101" is the same to a reader as "opus-4-5". */
export const modelName = (model: string) => model.replace(/^claude-/, '').replace(/-\d{8}$/, '');
