import { entropy } from '../entropy.ts';

const run = /(?<![\w+/=.:-])[A-Za-z0-9+/_-]{32,128}={0,2}(?![\w+/=:-])/g;
const known =
  /^(?:toolu_|msg_|req_|call_|resp_|sha\d{3}-|[0-9a-f-]+$|[0-9A-F-]+$|[A-Z_]+$|[a-z_-]+$)|\/\/|[/-][a-z]{3,}[/-]|[a-z]{12}/i;
/** Random letters and digits of this length have about as much. */
const enough = 4.4;

/** What merely looks random: neither a hash, nor an id, nor a path. */
export function* randomValues(text: string): Generator<{ start: number; end: number }> {
  for (const { 0: value, index } of text.matchAll(run)) {
    if (known.test(value) || !/[a-z]/.test(value) || !/[A-Z]/.test(value)) continue;
    const digits = value.replace(/\D/g, '').length;
    if (digits < 3 || entropy(value) < enough) continue;
    yield { start: index, end: index + value.length };
  }
}
