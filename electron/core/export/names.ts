/** What Windows takes for a device, whatever the ending. */
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;
/** Not allowed on Windows; the slash nowhere. Then everything a file manager would not show, or show the wrong way round. */
const forbidden = /[<>:"\/\\\|?*\p{Cc}[\p{Cf}--[\u200C\u200D]]\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gv;
/** In bytes: file systems allow 255, and a number, an ending and a temporary one come behind. */
const longest = 180;

/** A file name without its ending that every system takes: "2026-11-16 Fix the flaky tide test". */
export function fileName(title: string, began: number | null): string {
  const words = title.toWellFormed().normalize('NFC').replace(forbidden, ' ').replace(/\s+/gu, ' ').trim();
  const dated = [began === null ? '' : dayOf(began), words || 'Untitled'].filter(Boolean).join(' ');
  const name = cut(dated)
    .replace(/^[. ]+/, '')
    .replace(/[. ]+$/, '');
  return reserved.test(name) ? `_${name}` : name || 'Untitled';
}

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** As many whole characters as fit, as people count them. */
function cut(text: string): string {
  if (Buffer.byteLength(text) <= longest) return text;
  let kept = '';
  let room = longest;
  for (const { segment } of segments.segment(text)) {
    room -= Buffer.byteLength(segment);
    if (room < 0) break;
    kept += segment;
  }
  return kept;
}

function dayOf(time: number): string {
  const date = new Date(time);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The name, or the same with a number where it is taken. Case and composition do not tell files apart everywhere. */
export function uniqueName(
  name: string,
  taken: Set<string>,
  isTaken: (tried: string) => boolean = () => false,
): string {
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let nth = 1; ; nth += 1) {
    const tried = nth === 1 ? name : `${stem} (${nth})${ending}`;
    const key = tried.normalize('NFC').toLowerCase();
    if (taken.has(key) || isTaken(tried)) continue;
    taken.add(key);
    return tried;
  }
}
