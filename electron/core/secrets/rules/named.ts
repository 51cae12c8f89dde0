import { entropy } from '../entropy.ts';
import { isSample, isWords } from '../placeholder.ts';

/** Where a value stands that a name calls a secret. */
export interface NamedValue {
  readonly start: number;
  readonly end: number;
  readonly rule: 'password' | 'secret' | 'bearer-token' | 'url-password';
}

const words =
  /pass(?:w(?:or)?d|phrase|wd)|secret|token|api[_-]?key|access[_-]?key|auth[_-]?key|private[_-]?key|encryption[_-]?key|signing[_-]?key|master[_-]?key|app[_-]?key|account[_-]?key|license[_-]?key|credentials?|authorization|\bpwd|_pwd|_pass\b|bearer /gi;

/** What may follow the word in the same name; anything else (`tokenType`, `secretName`) names something else. */
const restOfName =
  /(?:[_-]?(?:key|token|value|secret|pass|password|prod|production|staging|dev|development|live|test|local|base64|b64|old|new|primary|secondary|\d{1,3})){0,4}(?![A-Za-z0-9_-])/iy;
/** What may stand before it, that makes it nothing to hide. */
const harmlessBefore =
  /(?:page|next|continu\w*|sync|csrf|xsrf|cursor|paging|pagination|cancel\w*|design|colou?r|stop|eos|bos|pad|special|start|end|begin|input|output|prompt|max|min|total|count|num|completion|cache\w*|reasoning|thinking|public|get|set|is|has|no|reset|forgot|show|hide|hash(?:ed)?|crypt\w*|encrypted|resume|chunk|syntax|lexer|parse\w*)[_-]?$/i;
const between = /["'`\\]{0,4}\s{0,4}(?::=|=>|=(?!=)|:(?!:))\s{0,4}|>(?=[^<>\s]{4,400}<\/)|\s(?=\S)/y;
const scheme = /(?:Bearer|Basic|Token|Bot|ApiKey|Digest)\s{1,3}/iy;
const value = /(\\{0,3}["'`])((?:(?!\1)[^\r\n]){4,400})\1|([^\s"'`,;<>(){}[\]\\|&]{4,2000})/dy;

const farEnough = 200;

/** Every name with a value that is no placeholder, no code and no prose. */
export function* namedValues(text: string): Generator<NamedValue> {
  words.lastIndex = 0;
  for (let word = words.exec(text); word; word = words.exec(text)) {
    const found = valueAfter(text, word);
    if (!found) continue;
    if (found.isSecret) yield found;
    // Past what was looked at, or a long text of nothing but names would be looked at once for each of them.
    if (found.isSecret || found.end - found.start > farEnough) words.lastIndex = Math.max(words.lastIndex, found.end);
  }
}

function valueAfter(text: string, { 0: word, index }: RegExpExecArray): (NamedValue & { isSecret: boolean }) | null {
  const before = text.slice(Math.max(0, index - 40), index);
  if (harmlessBefore.test(before)) return null;
  const bearer = /^bearer /i.test(word);
  let at = index + word.length;
  if (!bearer) {
    const rest = stretch(restOfName, text, at);
    if (rest === null) return null;
    const link = stretch(between, text, at + rest);
    if (link === null) return null;
    // A blank alone joins the two after `--` only: anything else is prose.
    if (text.slice(at + rest, at + rest + link).trim() === '' && !/--[\w-]{0,30}$/.test(before)) return null;
    at += rest + link;
  }
  const spoken = stretch(scheme, text, at) ?? 0;
  at += spoken;
  value.lastIndex = at;
  const groups = value.exec(text)?.indices;
  const quoted = groups?.[2] !== undefined;
  const span = groups?.[2] ?? groups?.[3];
  if (!span) return null;
  const [start] = span;
  const read = quoted ? text.slice(...span) : text.slice(...span).replace(/[.:]+$/, ''); // the end of a sentence
  const end = start + read.length;
  const isBearer = bearer || spoken > 0;
  if (isBearer && quoted && !bearer) return null;
  const rule = isBearer ? 'bearer-token' : /^(?:pass|pwd|_pwd|_pass)/i.test(word) ? 'password' : 'secret';
  const name = before.slice(/[\w-]*$/.exec(before)?.index ?? before.length) + word;
  const how = { quoted, shell: /^[A-Z][A-Z0-9_]*$/.test(name) };
  return { start, end, rule, isSecret: isSecret(read, rule, how) };
}

function stretch(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? null;
}

const code =
  /[${}()<>]|^[%@&*!#]|=>|->|::|\\u|\s|^(?:process|import|os|env|config|this|self|options|props|req|args|params|settings|secrets|vars|data|local|var)\./;
const chain = /^[A-Za-z_]\w*(?:[?!]?\.[A-Za-z_]\w*)+$/;
const place =
  /^(?:[a-z]+:\/\/|\.{0,2}\/|~\/|[A-Z]:\\)|\.(?:[jt]sx?|py|go|rs|json|ya?ml|md|txt|html?|css|sh|toml|lock|pem|key)$/;
const identifier =
  /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$|^(?:toolu|msg|req|call|resp|sess|file|chatcmpl|arn|urn|aws4)[_:-]|aws4_request$/i;
/** Of a value that is not called a password. */
const shortest = 16;

function isSecret(
  read: string,
  rule: NamedValue['rule'],
  { quoted, shell }: { quoted: boolean; shell: boolean },
): boolean {
  if (isSample(read) || isWords(read) || place.test(read)) return false;
  if (rule === 'password') {
    if (read.length < 6 || read.length > 200 || /^\$\{?|^<|\$\(|\{\{|^%\w+%$|\s{1}/.test(read) || chain.test(read))
      return false;
    if (!quoted && /[(){}[\]<>]/.test(read)) return false;
    return /[A-Za-z]/.test(read) && /[\d\W]/.test(read) && entropy(read) >= (quoted || shell ? 2.3 : 2.75);
  }
  if (code.test(read) || chain.test(read) || (identifier.test(read) && !shell)) return false;
  return read.length >= shortest && /\d/.test(read) && /[A-Za-z]/.test(read) && entropy(read) >= 3;
}

const address = /\b[a-z][a-z0-9+.-]{1,20}:\/\/([^\s:/?#"'`@<>\\]{0,100}):([^\s/"'`@<>\\]{3,200})@[\w.[\]$%{}-]/dgi;

/** Passwords in addresses: `postgres://user:password@host`. */
export function* addressPasswords(text: string): Generator<NamedValue> {
  if (!text.includes('://') || !text.includes('@')) return;
  for (const match of text.matchAll(address)) {
    const [, user = '', password = ''] = match;
    const span = match.indices?.[2];
    if (!span || isSample(password) || isWords(password) || password === user) continue;
    if (/^[$%{[]|\$\{|\{\{|^\*+$/.test(password) || !/[\dA-Z\W_]/.test(password)) continue;
    yield { start: span[0], end: span[1], rule: 'url-password' };
  }
}
