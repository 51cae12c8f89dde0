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
  const walk = (value: unknown, name: string): void => {
    if (typeof value === 'string') {
      if (value.length < shortest || name === 'signature') return;
      if (value.length >= worthRemembering) {
        if (seen.has(value)) return;
        seen.add(value);
      }
      const isNamed = value.length <= longestNamed && mayHoldSecret.test(name) && !/["\n]/.test(value);
      take(isNamed ? `${name}: "${value}"` : value);
    } else if (Array.isArray(value)) {
      for (const one of value) walk(one, '');
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, one] of Object.entries(value)) walk(one, key);
    }
  };
  walk(record, '');
}
