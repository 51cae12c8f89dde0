// What a search costs, keystroke by keystroke, beside ripgrep over the same files.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from '../../steps.mjs';
import { finish, start } from '../product.mjs';
import { row, share } from '../report.mjs';
import { questionsFor } from '../search/questions.mjs';
import { ripgrep } from '../search/ripgrep.mjs';

const million = 1_000_000;
/** How much of ripgrep's time a keystroke may take. */
const ofRipgrep = 1 / 50;

export async function run(context) {
  const { temp, seed, say } = context;
  const main = context.main();
  const dataDir = await context.indexedMain();
  const questions = questionsFor(dataDir, seed);
  const file = join(temp, 'questions.json');
  writeFileSync(file, JSON.stringify(questions));
  say(`${questions.keystrokes.length} keystrokes over ${main.messages} messages`);
  const took = await finish(start(fromRoot('build', 'bench', 'search', 'reader.mjs'), [dataDir, file]));
  say('ripgrep');
  const grep = ripgrep(main.dir, questions.words);
  return [
    row('messages', main.messages, ''),
    row('reader started to first result', took.started, 'ms', { budget: 300, must: true }),
    spread('keystroke', took.keystrokes, { budget: 50, must: true }),
    spread('at a pause: ranked among the newest', took.pauses),
    spread('on Enter: ranked among all', took.full),
    row('first misspelt word: reads the vocabulary', took.vocabulary, 'ms'),
    spread('misspelt word', took.typos),
    spread('regular expression', took.expressions),
    spread('facets', took.facets),
    spread('sessions by words', took.sessions),
    row('memory of the reader at most', memoryOf(took), 'MB', {
      budget: 350,
      beside: 'with its thread for what takes long',
    }),
    ...beside(main, took, grep),
  ];
}

const memoryOf = ({ peak, around }) => peak && peak - around;

/** The 95th of a hundred, with the middle and the longest beside it. */
const spread = (what, times, held = {}) => {
  const ms = (part) => share(times, part).toFixed(1);
  const rest = `p50 ${ms(0.5)} ms, longest ${ms(1)} ms of ${times.length}`;
  return row(`${what}, p95`, share(times, 0.95), 'ms', { ...held, beside: rest });
};

/** Where there is little to read ripgrep has little to do: the ratio is promised for a million messages. */
function beside(main, took, grep) {
  if (!grep) return [row('ripgrep', null, 'ms', { beside: 'not installed' })];
  const [theirs, ours] = [share(grep, 0.5), share(took.keystrokes, 0.5)];
  const held = main.messages >= million ? { budget: ofRipgrep } : {};
  return [
    row('ripgrep -l, p50', theirs, 'ms', { beside: `longest ${Math.round(share(grep, 1))} ms of ${grep.length}` }),
    row('keystroke / ripgrep, p50', ours / theirs, 'x', {
      ...held,
      beside: `${Math.round(theirs / ours)} times as fast`,
    }),
  ];
}
