// Makes up a Claude folder of any size that looks like a real one, down to how often each kind of record comes.
//   node build/bench/generate.mjs --out DIR --messages N | --megabytes N [--sessions N] [--seed S]
import { closeSync, futimesSync, mkdirSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMain } from '../steps.mjs';
import { clockFrom } from './generator/conversation.mjs';
import { randomFrom } from './generator/random.mjs';
import { Session } from './generator/session.mjs';
import { textOf } from './generator/text.mjs';
import { nouns } from './generator/words.mjs';

const day = 86_400_000;
const days = 60;
const bytesPerMessage = 2_800;
const messagesPerSession = 200;
const largestFork = 2_000_000;

/** The last midnight, not now: the same seed gives the same bytes all day, and nothing looks as if it were running. */
const lastMidnight = () => Math.floor(Date.now() / day) * day - 600_000;

/**
 * Writes `projects/` and `history.jsonl` into `dir` until there are so many messages (user and assistant lines), or so
 * many bytes, and tells what was written. Same arguments, same bytes.
 */
export function generate({ dir, seed = 1, messages, bytes, sessions, subagents = true, until = lastMidnight() }) {
  const random = randomFrom(seed);
  const tally = { messages: 0, bytes: 0, transcripts: 0 };
  const [unit, total] = bytes === undefined ? ['messages', messages] : ['bytes', bytes];
  const expected = unit === 'bytes' ? bytes / bytesPerMessage : messages;
  const count = sessions ?? Math.max(1, Math.round(expected / messagesPerSession));
  const projects = makeProjects(random, dir, count);
  const history = openHistory(dir, until);

  const shares = sharesOf(random, count);
  let reached = 0;
  let newest = { path: null, time: 0 };
  for (const [index, share] of shares.entries()) {
    reached += share;
    const goal = Math.round(reached * total);
    const step = Math.min(8_000, (20 * 3_600_000) / (share * expected));
    const start = Math.round(until - days * day * (1 - index / count));
    const clock = clockFrom(random, start, step, until);
    const project = random.pickEarly(projects);
    const enough = () => tally[unit] >= goal;
    const setting = { random, project, clock, tally, history: history.line, enough, subagents };
    const session = new Session(setting);
    session.write();
    if (count > 1 && random.chance(0.04)) fork(setting, session);
    if (clock.now() >= newest.time) newest = { path: session.path, time: clock.now() };
  }
  history.close();
  return { dir, seed, sessions: count, ...tally, newest: newest.path, until };
}

function fork(setting, session) {
  if (statSync(session.path).size > largestFork) return;
  const branch = new Session(setting);
  branch.copy(session);
  branch.write();
}

/** Few sessions are long and most are short. */
function sharesOf(random, count) {
  const sizes = Array.from({ length: count }, () => random.heavy(1, 1.4));
  const sum = sizes.reduce((total, size) => total + size, 0);
  return sizes.map((size) => size / sum);
}

function makeProjects(random, dir, sessions) {
  const count = Math.min(60, Math.ceil(Math.sqrt(sessions)));
  return Array.from({ length: count }, (_, index) => {
    const cwd = `/home/dev/work/${random.pick(nouns)}_${random.pick(nouns)}.${index}`;
    const folder = join(dir, 'projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'));
    mkdirSync(folder, { recursive: true });
    const branches = ['main', `fix/${random.pick(nouns)}-${random.pick(nouns)}`, `feature/${random.pick(nouns)}`];
    return { cwd, folder, branches, text: textOf(randomFrom(random.next())) };
  });
}

function openHistory(dir, until) {
  mkdirSync(dir, { recursive: true });
  const fd = openSync(join(dir, 'history.jsonl'), 'w');
  return {
    line: (entry) => writeSync(fd, `${JSON.stringify(entry)}\n`),
    close() {
      futimesSync(fd, until / 1000, until / 1000);
      closeSync(fd);
    },
  };
}

function fromTerminal() {
  const text = { type: 'string' };
  const options = { out: text, messages: text, megabytes: text, sessions: text, seed: text };
  const { values } = parseArgs({ options });
  const number = (name, times = 1) => (values[name] === undefined ? undefined : Number(values[name]) * times);
  const [messages, bytes] = [number('messages'), number('megabytes', 1e6)];
  if (!values.out || !((messages ?? bytes) > 0)) {
    console.error(
      'Usage: node build/bench/generate.mjs --out DIR --messages N | --megabytes N [--sessions N] [--seed S]',
    );
    return 2;
  }
  const start = performance.now();
  const made = generate({ dir: values.out, seed: number('seed') ?? 1, messages, bytes, sessions: number('sessions') });
  const seconds = (performance.now() - start) / 1000;
  const megabytes = made.bytes / 1e6;
  console.log(
    `${made.messages} messages in ${made.sessions} sessions, ${made.transcripts} transcripts, ${megabytes.toFixed(1)} MB; ` +
      `${seconds.toFixed(1)} s, ${(megabytes / seconds).toFixed(0)} MB/s, ` +
      `${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB of memory at most`,
  );
  return 0;
}

if (isMain(import.meta)) process.exitCode = fromTerminal();
