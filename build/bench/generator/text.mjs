// Text as one project would have it: its own names, its own turns of phrase, its own terminal.
import { elsewhere, extensions, folders, nouns, verbs, vocabulary } from './words.mjs';

const upper = (word) => word.charAt(0).toUpperCase() + word.slice(1);
const wordSlots = 1 << 16;

/** Words by rank, each as often as its share of a language (Zipf): a look-up instead of a logarithm per word. */
const wordsByChance = (() => {
  const weights = vocabulary.map((_, rank) => (rank + 2.7) ** -1.2);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const slots = [];
  let share = 0;
  for (const [rank, word] of vocabulary.entries()) {
    share += weights[rank] / total;
    while (slots.length < share * wordSlots) slots.push(word);
  }
  return slots;
})();

/** Things said more than once: mostly something known, now and then something new. */
function pool(random, size, freshness, make) {
  const items = Array.from({ length: size }, make);
  return () => {
    const at = random.below(size);
    if (random.chance(freshness)) items[at] = make();
    return items[at];
  };
}

export function textOf(random) {
  const word = () => random.pick(wordsByChance);

  const newName = () => {
    const [verb, noun, other] = [random.pickEarly(verbs), random.pickEarly(nouns), random.pickEarly(nouns)];
    switch (random.below(5)) {
      case 0:
        return `${verb}_${noun}_${other}`;
      case 1:
        return upper(noun) + upper(other) + random.pick(['', 'Error', 'Options', 'Store', 'View', 'Test', 'Id']);
      case 2:
        return `${noun}${upper(other)}${random.chance(0.3) ? random.below(100) : ''}`;
      default:
        return verb + upper(noun) + (random.chance(0.5) ? upper(other) : '');
    }
  };
  const names = Array.from({ length: 400 }, newName);
  const name = () => {
    if (random.chance(0.04)) names[random.below(names.length)] = newName();
    return random.pickEarly(names);
  };

  const newPath = () => {
    let path = random.pick(folders);
    for (let depth = random.below(3); depth > 0; depth -= 1) path += `/${random.pickEarly(nouns)}`;
    return `${path}/${random.pickEarly(nouns)}-${random.pickEarly(nouns)}.${random.pick(extensions)}`;
  };
  const path = pool(random, 150, 0.02, newPath);

  const clause = pool(random, 600, 0.4, () => {
    if (random.chance(0.004)) return random.pick(elsewhere);
    let text = word();
    for (let count = random.between(3, 8); count > 0; count -= 1) text += ` ${word()}`;
    if (random.chance(0.3)) text += ` \`${random.chance(0.3) ? path() : name()}\``;
    return text;
  });
  const sentence = () => {
    const text = upper(clause());
    return random.chance(0.6) ? `${text}, ${clause()}.` : `${text}.`;
  };
  const prose = (length) => {
    let text = sentence();
    while (text.length < length) {
      text += random.chance(0.15) ? `\n\n${random.chance(0.5) ? '- ' : ''}${sentence()}` : ` ${sentence()}`;
    }
    return text;
  };

  const number = (most) => random.below(most);
  const lines = (makers, size, freshness) => pool(random, size, freshness, () => random.pick(makers)());

  const code = lines(
    [
      () => `  const ${name()} = await ${name()}(${name()}, { ${name()}: ${number(100)} });`,
      () => `export function ${name()}(${name()}: string, ${name()}: ${upper(name())}): ${upper(name())} {`,
      () => `    if err := ${name()}.${name()}(ctx, ${name()}); err != nil {`,
      () => `        return fmt.Errorf("${word()} ${word()} ${word()}: %w", err)`,
      () => `    self.${name()} = ${name()}.get("${word()}", ${number(1000)})`,
      () => `import { ${name()}, ${name()} } from './${random.pickEarly(nouns)}/${random.pickEarly(nouns)}.ts';`,
      () => `  expect(${name()}(${name()})).toEqual({ ${name()}: '${word()}' });`,
      () => `    // ${clause()}`,
      () => `  if (!${name()} || ${name()}.length > ${number(500)}) return ${name()};`,
      () => `  return ${name()}.filter(({ ${name()} }) => ${name()}.has(${name()}));`,
      () => `\t"${name()}": "${word()}-${word()}",`,
      () => '  }',
      () => '',
    ],
    1200,
    0.25,
  );

  const terminal = lines(
    [
      () => ` ${random.chance(0.2) ? '✓' : 'PASS'} ${path()} (${number(60)} tests) ${number(4000)}ms`,
      () => `${path()}:${number(900)}:${number(90)}: error TS${2000 + number(900)}: ${clause()}`,
      () => `${random.hex(7)} ${sentence()}`,
      () => `-rw-r--r-- 1 dev dev ${number(90_000)} Nov ${1 + number(28)} 1${number(10)}:2${number(10)} ${path()}`,
      () => `    at ${name()}.${name()} (${path()}:${number(900)}:${number(80)})`,
      () => `${path()}:${number(700)}:  ${name()}(${name()})`,
      () =>
        `[${number(24)}:${number(60)}:${number(60)}.${number(1000)}] ${random.pick(['info', 'warn', 'debug'])} ${clause()}`,
      () => ` ${path()} | ${number(200)} ${'+'.repeat(number(20))}${'-'.repeat(number(10))}`,
      () => `ok  \t${name()}/${word()}\t${number(9)}.${number(1000)}s`,
      () => `commit ${random.hex(40)}`,
      () =>
        `GET /api/${random.pickEarly(nouns)}/${random.hex(8)} ${random.pick([200, 204, 304, 404, 500])} ${number(900)}ms`,
      () => `\u001b[32m+\u001b[0m ${name()} = ${name()}(${number(10_000)})`,
      () => clause(),
    ],
    600,
    0.5,
  );

  return { word, name, path, prose, code, terminal };
}
