const shortestLine = 64 << 10; // below this, looking costs more than it saves
const shortestRun = 8 << 10;
const quote = 0x22;
const opening = Buffer.from(':"');

const run = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * A line without the pictures in it: every JSON string of 8 KB or more that is nothing but base64 is emptied, byte by
 * byte, before anything is decoded or parsed.
 *
 *   {"data":"iVBORw0KGgo…","type":"image"}  ->  {"data":"","type":"image"}
 */
export function withoutBase64(line: Buffer): Buffer {
  if (line.length < shortestLine) return line;
  const kept: Buffer[] = [];
  let from = 0;
  for (let at = line.indexOf(opening); at !== -1; at = line.indexOf(opening, at)) {
    const start = at + opening.length;
    const end = line.indexOf(quote, start);
    if (end === -1) break;
    if (end - start >= shortestRun && run.test(line.toString('latin1', start, end))) {
      kept.push(line.subarray(from, start));
      from = end;
    }
    at = end - start >= shortestRun ? end : start;
  }
  return kept.length === 0 ? line : Buffer.concat([...kept, line.subarray(from)]);
}
