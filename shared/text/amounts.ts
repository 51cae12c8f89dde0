const decimal = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

/** "640 ms", "8.1 s", "2 min 5 s", "1 h 20 min". */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${decimal.format(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function bytes(n: number): string {
  if (n < 1000) return `${n} B`;
  if (n < 1e6) return `${decimal.format(n / 1e3)} KB`;
  return n < 1e9 ? `${decimal.format(n / 1e6)} MB` : `${decimal.format(n / 1e9)} GB`;
}

const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });
export const cost = (amount: number) => (amount > 0 && amount < 0.01 ? 'under $0.01' : dollars.format(amount));

/** A path as seen from the session's folder. */
export function within(folder: string, path: string): string {
  const rest = path.startsWith(folder) ? path.slice(folder.length) : '';
  return /^[/\\]./.test(rest) ? rest.slice(1) : path;
}
