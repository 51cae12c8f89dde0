import { describe, expect, test } from 'vitest';
import { withoutBase64 } from '../../../../electron/core/ingest/base64.ts';
import { asTime, parseLine } from '../../../../electron/core/ingest/parse.ts';

const parse = (text: string) => parseLine(Buffer.from(text));
const record = (id: number) => `{"type":"user","sessionId":"s","id":${id},"text":"a { b } \\" c"}`;
const ids = (text: string) => parse(text).records.map(({ id }) => id);

describe('a line', () => {
  test.each([
    ['{"a":1}', 1],
    ['\uFEFF{"a":1}\r', 1],
    ['', 0],
    ['  \r', 0],
  ])('%j holds %i records and no fault', (text, count) => {
    expect(parse(text).records).toHaveLength(count);
    expect(parse(text).fault).toBeNull();
  });

  test.each(['{"a":', '[1]', '7', 'null', '// a comment', '{"a":{"type":"x"}'])('%j is bad', (text) => {
    expect(parse(text)).toEqual({ records: [], fault: 'not a JSON object' });
  });

  test('two objects without a newline between them are two records', () => {
    expect(ids(record(1) + record(2))).toEqual([1, 2]);
    expect(parse(`${record(1)} ${record(2)}`).fault).toBeNull();
  });

  test('also where one of them says nothing of its session, or there are hundreds', () => {
    const snapshot =
      '{"type":"file-history-snapshot","messageId":"m","snapshot":{"messageId":"m"},"isSnapshotUpdate":false}';
    expect(parse(record(1) + snapshot + record(2))).toMatchObject({ records: [{ id: 1 }, {}, { id: 2 }], fault: null });
    expect(parse(snapshot + snapshot)).toMatchObject({ records: [{}, {}], fault: null });
    expect(parse(`{"type":"assis${snapshot}`)).toMatchObject({ records: [{ type: 'file-history-snapshot' }] });
    const many = Array.from({ length: 300 }, (_, id) => id);
    expect(ids(many.map(record).join(''))).toEqual(many);
  });

  test('an object behind a stub that holds many objects itself', () => {
    const blocks = Array.from({ length: 500 }, (_, at) => `{"type":"text","text":"block ${at}"}`).join();
    const stub = `{"type":"assistant","sessionId":"s","message":{"content":[${blocks},{"type":"te`;
    expect(ids(stub + record(2))).toEqual([2]);
    expect(parse(stub + record(2)).fault).toBe('not a JSON object');
  });

  test('what a stub holds does not pass for a record', () => {
    const progress = '{"type":"progress","data":{"message":{"type":"user","uuid":"u","message":{"content":"copy"}},"x"';
    expect(parse(progress)).toEqual({ records: [], fault: 'not a JSON object' });
  });

  test('an object behind the stub of another one is saved, and the stub is a fault', () => {
    expect(ids(`{"type":"user","message":{"role":"us${record(2)}`)).toEqual([2]);
    expect(ids(`${record(1)}{"type":"assis`)).toEqual([1]);
    for (const text of [`{"type":"us${record(2)}`, `${record(1)}{"type":"assis`]) {
      expect(parse(text).fault).toBe('not a JSON object');
    }
  });

  test('runs of NULs are passed over', () => {
    expect(ids(`\0\0\0${record(1)}`)).toEqual([1]);
    expect(parse('\0\0\0')).toEqual({ records: [], fault: 'nothing but NUL bytes' });
  });

  test('bytes that are no UTF-8 spoil only themselves', () => {
    const line = Buffer.concat([Buffer.from('{"text":"a'), Buffer.from([0xff, 0xfe]), Buffer.from('b"}')]);
    expect(parseLine(line).records[0]?.['text']).toBe('a\uFFFD\uFFFDb');
  });

  test('a hostile line takes no time', () => {
    expect(parse('{"'.repeat(200_000)).records).toEqual([]);
    expect(parse('['.repeat(200_000)).records).toEqual([]);
  });
});

describe('pictures', () => {
  const picture = 'iVBORw0KGgo'.repeat(10_000);
  const without = (text: string) => withoutBase64(Buffer.from(text)).toString();

  test('are left out before anything is parsed', () => {
    expect(without(`{"a":"b","data":"${picture}==","c":"d"}`)).toBe('{"a":"b","data":"","c":"d"}');
    expect(without(`{"x":"${picture}","y":"${picture}"}`)).toBe('{"x":"","y":""}');
  });

  test('and long text is not', () => {
    const text = `{"data":"${'words and blanks '.repeat(10_000)}"}`;
    expect(without(text)).toBe(text);
  });
});

test.each([
  ['2026-01-01T00:00:00Z', Date.UTC(2026, 0, 1)],
  [1_700_000_000_000, 1_700_000_000_000],
  ['never', null],
  [1e300, null],
  [undefined, null],
])('the time %j', (value, expected) => expect(asTime(value)).toBe(expected));
