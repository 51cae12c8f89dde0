// Chance that can be repeated: the same seed gives the same sequence on every machine.
const four = Array.from({ length: 0x10000 }, (_, n) => n.toString(16).padStart(4, '0'));
const base62 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const range = 2 ** 32;

/** sfc32, with what the generator asks of it. */
export function randomFrom(seed) {
  let [a, b, c, d] = [0x9e3779b9, 0x243f6a88, Number(seed) | 0, 1];

  function next() {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }
  for (let n = 0; n < 16; n += 1) next();

  const below = (most) => Math.floor((next() / range) * most);
  const hex4 = () => four[next() >>> 16];
  const characters = (count) => {
    let text = '';
    while (text.length < count) text += base62[below(62)];
    return text;
  };
  const noise = characters(1 << 14);

  return {
    next,
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (probability) => next() < probability * range,
    pick: (list) => list[below(list.length)],
    /** The first of the list often, the last rarely: a rank's share falls with the rank. */
    pickEarly: (list) => list[Math.floor(Math.pow(list.length + 1, next() / range)) - 1],
    /** Heavy-tailed: half are below the median, some are very far above. */
    heavy: (median, spread) => {
      const normal = Math.sqrt(-2 * Math.log((next() + 1) / range)) * Math.cos((2 * Math.PI * next()) / range);
      return median * Math.exp(spread * normal);
    },
    hex: (count) => {
      let text = '';
      while (text.length < count) text += hex4();
      return text.slice(0, count);
    },
    uuid: () =>
      `${hex4()}${hex4()}-${hex4()}-${four[0x4000 | (next() >>> 20)]}-${four[0x8000 | (next() >>> 18)]}-${hex4()}${hex4()}${hex4()}`,
    id: (prefix) => `${prefix}_01${characters(22)}`,
    /** Looks like a signature; nobody reads it. */
    blob: (count) => {
      let text = '';
      while (text.length < count) {
        const from = below(noise.length);
        text += noise.slice(from, from + count - text.length);
      }
      return text;
    },
  };
}
