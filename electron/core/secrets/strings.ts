import { walkStrings } from './walk.ts';

const mayHoldSecret = /pass|pwd|secret|token|key|auth|credential/i;
const longestNamed = 2000;
const shortest = 6;
/** Long ones are often there twice: as the model saw them and as the client kept them. */
const worthRemembering = 200;

/**
 * Every string of a decoded record. One whose name may say what it is comes with its name, as it would be written in a
 * file: `password: "…"`. Signatures of the provider's are left out.
 */
export function stringsOf(record: unknown, take: (text: string) => void): void {
  const seen = new Set<string>();
  walkStrings(record, ({ text, name }) => {
    if (text.length < shortest || name === 'signature') return;
    if (text.length >= worthRemembering) {
      if (seen.has(text)) return;
      seen.add(text);
    }
    const isNamed = text.length <= longestNamed && mayHoldSecret.test(name) && !/["\n]/.test(text);
    take(isNamed ? `${name}: "${text}"` : text);
  });
}
