import type { Random } from './random.ts';

/** A line of a transcript with something wrong in it, as disks, clients, tools and enemies make it. No newline. */
export function mutate(record: Record<string, unknown>, random: Random): Buffer {
  const line = random.chance(0.5) ? JSON.stringify(record) : random.pick(inJson)(record, random);
  const bytes = Buffer.from(line);
  return random.chance(0.5) ? bytes : random.pick(inBytes)(bytes, random);
}

const oddities: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => 0,
  () => -1,
  () => 1e308,
  () => Number.MAX_SAFE_INTEGER,
  () => '',
  () => 'NaN',
  () => 'x'.repeat(5000),
  () => 'a\0b',
  () => '\ud800 half a character \udfff',
  () => '\uFDD0\uFDD1\uFDD2\uFEFF',
  () => '漢字かな한글ไทย',
  () => '../../../etc/passwd',
  () => '<persisted-output>\nFull output saved to: /etc/passwd',
  () => '<command-name>'.repeat(50),
  () => [],
  () => [[[[]]]],
  () => ({}),
  () => ({ type: 'text', text: { text: [] } }),
  () => [{ type: 'tool_result', content: [{ type: 'image' }, null, 7] }, null, 'x'],
  (): unknown => JSON.parse('{"__proto__":{"isMeta":true},"constructor":1,"toString":null}'),
  () => '2026-13-45T99:99:99Z',
  () => '+275760-09-13T00:00:00.000Z',
];

type InJson = (record: Record<string, unknown>, random: Random) => string;

const inJson: readonly InJson[] = [
  /** A field of another type, anywhere. */
  (record, random) => {
    const copy = structuredClone(record);
    const [holder, key] = anywhereIn(copy, random);
    holder[key] = random.pick(oddities)();
    return JSON.stringify(copy);
  },
  /** A field less. */
  (record, random) => {
    const copy = structuredClone(record);
    const [holder, key] = anywhereIn(copy, random);
    delete holder[key];
    return JSON.stringify(copy);
  },
  /** A field twice, the second time as something else. */
  (record, random) => {
    const line = JSON.stringify(record);
    const key = random.pick(Object.keys(record));
    return `${line.slice(0, -1)},${JSON.stringify(key)}:${JSON.stringify(random.pick(oddities)())}}`;
  },
  /** Fields with a meaning of their own in JavaScript. */
  (record, random) => {
    const name = random.pick(['__proto__', 'constructor', 'hasOwnProperty', 'toJSON', 'length', '']);
    return `{${JSON.stringify(name)}:${JSON.stringify(random.pick(oddities)())},${JSON.stringify(record).slice(1)}`;
  },
  /** A type nobody wrote, or somebody did on purpose. */
  (record, random) =>
    JSON.stringify({
      ...record,
      type: random.pick(['__proto__', 'constructor', 'x'.repeat(300), 'toString', 'ユーザー', 7]),
    }),
  /** Numbers that JSON can write and nobody can hold. */
  (record, random) =>
    JSON.stringify(record).replace(
      /:(\d+|"[^"]{0,40}")/,
      () => `:${random.pick(['1e999', '-1e999', '1e-999', '99999999999999999999', '-0', '0.1e1'])}`,
    ),
  /** Words that are no JSON. */
  (record, random) =>
    JSON.stringify(record).replace(
      /:(\d+|"[^"]{0,40}")/,
      () => `:${random.pick(['NaN', 'undefined', 'Infinity', "'x'", '0x10', '01'])}`,
    ),
  /** Deeper than anybody looks. */
  (record, random) => {
    const depth = random.pick([10, 300, 20_000]);
    const [open, close] = random.chance(0.5) ? ['[', ']'] : ['{"a":', '}'];
    return `{"deep":${open.repeat(depth)}"bottom"${close.repeat(depth)},${JSON.stringify(record).slice(1)}`;
  },
  /** A list for an object. */
  (record) => `[${JSON.stringify(record)}]`,
];

/** Some object in a record and one of its keys. */
function anywhereIn(record: Record<string, unknown>, random: Random): [Record<string, unknown>, string] {
  let holder = record;
  for (;;) {
    const key = random.pick(Object.keys(holder));
    const value = holder[key];
    const deeper = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
    if (!deeper || random.chance(0.3)) return [holder, key];
    holder = value as Record<string, unknown>;
  }
}

type InBytes = (line: Buffer, random: Random) => Buffer;

const inBytes: readonly InBytes[] = [
  /** Bits that fell over. */
  (line, random) => {
    const copy = Buffer.from(line);
    for (let flips = 1 + random.below(4); flips > 0; flips -= 1) {
      const at = random.below(copy.length);
      copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
    }
    return copy;
  },
  /** Cut off. */
  (line, random) => line.subarray(0, random.below(line.length)),
  /** The beginning is missing. */
  (line, random) => line.subarray(random.below(line.length)),
  /** Something in the middle that does not belong there: NULs, half characters, a byte order mark, another line. */
  (line, random) => {
    const at = random.below(line.length);
    const strangers = [
      Buffer.alloc(1 + random.below(20)),
      Buffer.from([0xff, 0xc3, 0xed, 0xa0, 0x80]),
      Buffer.from('\uFEFF'),
      line,
    ];
    return Buffer.concat([line.subarray(0, at), random.pick(strangers), line.subarray(at)]);
  },
  /** Twice on one line. */
  (line) => Buffer.concat([line, line]),
  /** A piece of it twice. */
  (line, random) => {
    const at = random.below(line.length);
    return Buffer.concat([line.subarray(0, at), line.subarray(random.below(at + 1))]);
  },
  /** Blanks around it, and the line end of another system. */
  (line) => Buffer.concat([Buffer.from(' \t'), line, Buffer.from(' \r')]),
];
