import { distinct } from './entropy.ts';

const said =
  /example|placeholder|redacted|change[-_]?(?:me|it)|dummy|replace[-_]?(?:me|with)|your[-_ ]?(?:own|api|key|token|secret|pass|\w*here)|insert[-_]?\w*here|not[-_]?a[-_]?(?:real|secret)|xxxx|\*\*\*|\.\.\.|…/i;
const counted = /0123456|1234567|abcdefg|(.)\1{5}/i;

/** Longer values are encoded data, which may say or count anything by chance. */
const longest = 120;

/** What stands where a provider's key would stand in documentation and in tests. */
export function isSample(value: string): boolean {
  if (value.length <= longest && said.test(value)) return true;
  const body = value.slice(Math.min(8, value.length >> 2));
  if (distinct(body) < Math.min(7, body.length / 2)) return true;
  return value.length <= longest && counted.test(value);
}

const named =
  /^(?:pass(?:word|wd|phrase)?|secret|token|key|api|admin|root|user(?:name)?|test(?:ing)?|none|null|nil|true|false|undefined|string|str|optional|required|default|value|text|foo|bar|baz|fake|mock|sample|demo|local(?:host)?|postgres|mysql|guest|hunter2|letmein|qwerty|my|your|the|some|a|an|dev|prod|hidden|masked|empty|invalid|valid|wrong|bad|old|new|expired|stub)$/i;

/** A name in place of a value: `my-secret-token`, `accessToken`, `changeme`. */
export function isWords(value: string): boolean {
  const words = value.split(/[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/).filter((word) => word !== '');
  return words.every(
    (word) =>
      /^[A-Za-z]+$/.test(word) ||
      /^\d{1,4}$/.test(word) ||
      /^(?:v|test)?\d+$/i.test(word) ||
      named.test(word.replace(/\d+$/, '')),
  );
}
