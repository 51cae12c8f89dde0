import { rule, type Rule } from './rule.ts';

// Lines may end in real line ends or in escaped ones, be numbered as by a tool that read the file, or be marked as in
// a patch; the end may be cut off.
const lineEnd = String.raw`(?:\s|\\+[rn])`;
const header = String.raw`(?:${lineEnd}*[A-Za-z-]{3,20}: [^\n\\]{1,100}${lineEnd})*`;
const body = String.raw`(?:[A-Za-z0-9+/=\s\\→]|-(?!----)){60,20000}`;
const privateKey = new RegExp(
  String.raw`-----BEGIN (?:[A-Z0-9]{2,12} ){0,2}PRIVATE KEY(?: BLOCK)?-----${header}${body}(?:-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----)?`,
);

/** What belongs to no provider: private keys and signed tokens. */
export const keyRules: readonly Rule[] = [
  rule('private-key', 'Private key', ['PRIVATE KEY-----', 'PRIVATE KEY BLOCK-----'], privateKey, isEncoded),
  rule('age-key', 'age', 'AGE-SECRET-KEY-1', /\bAGE-SECRET-KEY-1[0-9A-Z]{58}\b/),
  rule('jwt', 'JSON Web Token', 'eyJ', /\beyJ[\w-]{8,4000}\.eyJ[\w-]{8,8000}\.[\w-]{8,2000}/, isNoSample),
];

/** Whether a line of it is what only a key holds, and not prose about keys. */
function isEncoded(key: string): boolean {
  const line = /(?<!-)[A-Za-z0-9+/]{40,}/.exec(key)?.[0] ?? '';
  return /[a-z]/.test(line) && /[A-Z]/.test(line) && /\d/.test(line);
}

/** The token that every tutorial shows, and those that a local Supabase is delivered with. */
function isNoSample(token: string): boolean {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
  return payload.startsWith('{') && !/"John Doe"|"supabase-demo"/.test(payload);
}
