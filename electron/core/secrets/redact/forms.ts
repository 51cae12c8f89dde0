/** JSON in JSON in JSON: what a tool printed of what a tool printed. */
const deepest = 4;
/** Shorter ones are in any picture. */
const worthEncoding = 12;

/**
 * How a value may be written: as it is, with other ends of lines, escaped for JSON once or several times by one program
 * or another, in an address or a page.
 */
export function formsOf(value: string): string[] {
  const forms = new Set<string>();
  for (const plain of [value, value.replaceAll('\n', '\r\n')]) {
    for (const quotes of escaped(plain, quoted, deepest)) {
      for (const ascii of escaped(quotes.text, asciiOnly, quotes.left)) forms.add(ascii.text);
      for (const slashes of escaped(quotes.text, slashed, quotes.left)) forms.add(slashes.text);
    }
    if (plain.isWellFormed()) forms.add(encodeURIComponent(plain));
    forms.add(inPage(plain));
  }
  return [...forms];
}

/** A text as it is, escaped once, and so on, with how often it may be escaped still. */
function* escaped(text: string, escape: (text: string) => string, most: number) {
  for (let [now, left] = [text, most]; left >= 0; left -= 1) {
    yield { text: now, left };
    now = escape(now);
  }
}

const quoted = (text: string) => JSON.stringify(text).slice(1, -1);

/** As many languages write JSON: Python does so unless it is told otherwise. */
const asciiOnly = (text: string) =>
  quoted(text).replace(/[\u0080-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** As PHP does. */
const slashed = (text: string) => asciiOnly(text).replaceAll('/', '\\/');

const inPage = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * In base64 three bytes are four characters, so that a value looks different by where in the three it begins. What its
 * neighbours have a part in is left out.
 */
export function encodingsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  if (bytes.length < worthEncoding) return [];
  return [0, 1, 2].flatMap((shift) => {
    const from = Math.ceil((shift * 8) / 6);
    const to = Math.floor(((shift + bytes.length) * 8) / 6);
    const shifted = Buffer.concat([Buffer.alloc(shift), bytes]);
    return [shifted.toString('base64').slice(from, to), shifted.toString('base64url').slice(from, to)];
  });
}
