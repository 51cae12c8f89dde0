import { rule, type Rule } from './rule.ts';

/** What belongs to no provider: private keys, signed tokens, passwords in addresses. */
export const keyRules: readonly Rule[] = [
  // Also with its line ends escaped, once or several times, and cut off at the end, as a tool's output may be.
  rule(
    'private-key',
    'private key',
    'PRIVATE KEY',
    /-----BEGIN (?:[A-Z0-9]{2,12} ){0,2}PRIVATE KEY(?: BLOCK)?-----[\w+/=\s\\:,.-]{60,20000}?(?:-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----|(?![\w+/=\s\\:,.-])|$)/,
  ),
  rule('age-key', 'age', 'AGE-SECRET-KEY-1', /\bAGE-SECRET-KEY-1[0-9A-Z]{58}\b/),
  rule('jwt', 'JSON Web Token', 'eyJ', /\beyJ[\w-]{8,4000}\.eyJ[\w-]{8,8000}\.[\w-]{8,2000}/, isNoSample),
];

/** The token that every tutorial shows, and those that a local Supabase is delivered with. */
function isNoSample(token: string): boolean {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
  return payload.startsWith('{') && !/"John Doe"|"supabase-demo"/.test(payload);
}
