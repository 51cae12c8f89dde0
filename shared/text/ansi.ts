const escape = String.fromCharCode(0x1b);
const bell = String.fromCharCode(0x07);
/** Orders to a terminal: colours (captured), other CSI, OSC and its kin up to their end, anything shorter. */
const order = new RegExp(
  [
    `${escape}\\[([0-9;:]*)m`,
    `${escape}\\[[0-?]*[ -/]*[@-~]`,
    `${escape}[\\]PX^_][^${bell}${escape}]*(?:${bell}|${escape}\\\\)?`,
    `${escape}[ -~]?`,
  ].join('|'),
  'g',
);
// eslint-disable-next-line no-control-regex -- they are what is to be found
const controls = /[\u0000-\u0006\u0008\u000b\u000c\u000e-\u001a\u001c-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Everything that a text loses before it is shown. */
export const unseen = new RegExp(`${order.source}|${controls.source}|${bell}`, 'g');

export interface Segment {
  readonly text: string;
  /** Classes of renderer/styles/code.css, separated by blanks. */
  readonly style: string;
}

interface Pen {
  ink: string;
  paper: string;
  readonly marks: Set<string>;
}

/** What a terminal would show: text in the colours it was given, without any other order to the terminal. */
export function segmentsOf(output: string): Segment[] {
  const text = settled(output);
  if (!text.includes(escape)) return text === '' ? [] : [{ text: text.replaceAll(bell, ''), style: '' }];
  const pen: Pen = { ink: '', paper: '', marks: new Set() };
  const found: Segment[] = [];
  const push = (raw: string): void => {
    const piece = raw.replaceAll(bell, '');
    const style = styleOf(pen);
    const last = found.at(-1);
    if (piece === '') return;
    if (last?.style === style) found[found.length - 1] = { text: last.text + piece, style };
    else found.push({ text: piece, style });
  };
  let from = 0;
  for (const match of text.matchAll(order)) {
    push(text.slice(from, match.index));
    from = match.index + match[0].length;
    if (match[1] !== undefined) take(pen, match[1]);
  }
  push(text.slice(from));
  return found;
}

/** A line that was overwritten shows its last state; other control characters and turned-round writing show nothing. */
function settled(output: string): string {
  const text = output.replaceAll('\r\n', '\n');
  const lines = text.includes('\r') ? text.split('\n').map(lastState).join('\n') : text;
  return lines.replace(controls, '');
}

function lastState(line: string): string {
  let end = line.length;
  while (line[end - 1] === '\r') end -= 1;
  return line.slice(line.lastIndexOf('\r', end - 1) + 1, end);
}

/** Without any order to a terminal, colours included. */
export const plain = (text: string) => settled(text).replace(order, '').replaceAll(bell, '');

function styleOf({ ink, paper, marks }: Pen): string {
  const [front, back] = marks.has('inverse') ? [paper || (ink ? '' : 'paper'), ink || 'ink'] : [ink, paper];
  const styles = [...marks].filter((mark) => mark !== 'inverse').map((mark) => `t-${mark}`);
  if (front) styles.push(`t-${front}`);
  if (back) styles.push(`t-on-${back}`);
  return styles.join(' ');
}

const on: Record<number, string> = { 1: 'bold', 2: 'dim', 3: 'italic', 4: 'underline', 7: 'inverse', 9: 'struck' };
const off: Record<number, readonly string[]> = {
  22: ['bold', 'dim'],
  23: ['italic'],
  24: ['underline'],
  27: ['inverse'],
  29: ['struck'],
};

function reset(pen: Pen): void {
  pen.ink = '';
  pen.paper = '';
  pen.marks.clear();
}

function take(pen: Pen, parameters: string): void {
  const codes = parameters.split(/[;:]/).map(Number);
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    const mark = on[code];
    if (code === 0) reset(pen);
    else if (mark) pen.marks.add(mark);
    else if (off[code]) for (const name of off[code]) pen.marks.delete(name);
    else if (code === 38 || code === 48) {
      const [name, used] = extended(codes, at + 1);
      if (code === 38) pen.ink = name;
      else pen.paper = name;
      at += used;
    } else if (code === 39) pen.ink = '';
    else if (code === 49) pen.paper = '';
    else if (code >= 30 && code <= 37) pen.ink = names[code - 30] ?? '';
    else if (code >= 90 && code <= 97) pen.ink = names[code - 82] ?? '';
    else if (code >= 40 && code <= 47) pen.paper = names[code - 40] ?? '';
    else if (code >= 100 && code <= 107) pen.paper = names[code - 92] ?? '';
  }
}

const hues = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
const names = [...hues, ...hues.map((hue) => `bright-${hue}`)];

/** `38;5;n` and `38;2;r;g;b`, as the nearest of the sixteen: only those are known to be legible in both themes. */
function extended(codes: readonly number[], at: number): [name: string, used: number] {
  if (codes[at] === 5) return [ofPalette(codes[at + 1] ?? 0), 2];
  if (codes[at] === 2) return [nearest(codes[at + 1] ?? 0, codes[at + 2] ?? 0, codes[at + 3] ?? 0), 4];
  return ['', 0];
}

function ofPalette(index: number): string {
  if (index < 16) return names[index] ?? '';
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10;
    return nearest(grey, grey, grey);
  }
  const level = (n: number) => (n === 0 ? 0 : 55 + 40 * n);
  const cube = index - 16;
  return nearest(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6));
}

/** By which of red, green and blue stand out, and by how bright it is. */
function nearest(red: number, green: number, blue: number): string {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  if (most - least < 40)
    return most < 64 ? 'black' : most < 160 ? 'bright-black' : most < 224 ? 'white' : 'bright-white';
  const middle = (most + least) / 2;
  const hue = (red > middle ? 1 : 0) + (green > middle ? 2 : 0) + (blue > middle ? 4 : 0);
  return (most > 200 ? 'bright-' : '') + (hues[hue] ?? 'white');
}
