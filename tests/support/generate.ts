import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Random } from './random.ts';
import { everyKindOfRecord } from './samples.ts';
import { noon, Script, type Fields } from './script.ts';

/** The lines of each file of a Claude folder, by its path in it. Same seed, same bytes. */
export type Plan = ReadonlyMap<string, readonly string[]>;

/** A folder with everything in it that a reader can stumble over: every kind of record, damage, copies, subagents. */
export function planFolder(seed: number, size: { sessions: number; turns: number }): Plan {
  const random = new Random(seed);
  const plan = new Map<string, string[]>();
  const history: string[] = [];
  for (let at = 0; at < size.sessions; at += 1) {
    const folder = `projects/-home-dev-${random.pick(['tide', 'harbor', 'light'])}`;
    const script = new Script({ session: random.uuid(), seed: seed * 1000 + at, start: noon + at * 7_200_000 });
    for (let turn = 0; turn < size.turns; turn += 1) takeTurn(script, random);
    const lines = damaged(withExtras(script, random), random);
    plan.set(`${folder}/${script.session}.jsonl`, lines);
    history.push(historyLine(script.session, `prompt of ${at}`), historyLine(random.uuid(), `ghost ${at}`));
    addSubagents(plan, folder, script, random);
    if (random.chance(0.3)) addFork(plan, folder, script, lines, random);
  }
  plan.set('history.jsonl', history);
  return plan;
}

export function writePlan(claudeDir: string, plan: Plan): void {
  for (const [path, lines] of plan) {
    mkdirSync(dirname(join(claudeDir, path)), { recursive: true });
    writeFileSync(join(claudeDir, path), lines.join(''));
  }
}

const words = 'anchor beacon current drift ebb flood gauge harbour inlet jetty keel lagoon mooring neap'.split(' ');
const sentence = (random: Random) => Array.from({ length: 4 + random.below(30) }, () => random.pick(words)).join(' ');

function takeTurn(script: Script, random: Random): void {
  const before = script.last;
  script.prompt(sentence(random), random.chance(0.1) ? { isMeta: true } : {});
  script.model(
    [
      { type: 'thinking', thinking: random.chance(0.3) ? '' : sentence(random), signature: 's' },
      { type: 'text', text: sentence(random) },
    ],
    {},
    { output_tokens: 1 + random.below(500) },
  );
  for (let calls = random.below(4); calls > 0; calls -= 1) {
    const id = script.call(random.pick(['Bash', 'Read', 'Edit']), { command: sentence(random), file_path: '/a.ts' });
    if (random.chance(0.2)) script.chain('progress', { data: { type: 'bash_progress', output: 'x' } });
    if (random.chance(0.9))
      script.result(id, sentence(random), random.chance(0.2) ? { toolUseResult: 'Error: x' } : {});
  }
  if (random.chance(0.2)) script.attachment('queued_command', { prompt: sentence(random), commandMode: 'prompt' });
  if (random.chance(0.2)) script.flat('ai-title', { aiTitle: sentence(random) });
  if (random.chance(0.15))
    script.flat('file-history-snapshot', { messageId: 'm', isSnapshotUpdate: true, snapshot: {} });
  if (random.chance(0.1)) script.follow(before); // rewound
}

/** One session in four also has every kind of record there is; some have a record twice. */
function withExtras(script: Script, random: Random): Fields[] {
  const records = [...script.records];
  if (random.chance(0.25)) records.push(...everyKindOfRecord(script.session, random.below(1e6)));
  if (random.chance(0.5)) records.push(random.pick(records));
  return records;
}

/** Lines as they come, with a lost newline, a stub, bytes of no sense, blanks and line ends of another system here and there. */
function damaged(records: readonly Fields[], random: Random): string[] {
  return records.flatMap((record) => {
    const line = JSON.stringify(record);
    const fate = random.below(60);
    if (fate === 0) return [line]; // the next one is on the same line
    if (fate === 1) return [`${line}\r\n`, '\r\n'];
    if (fate === 2) return [`${line.slice(0, random.below(line.length))}\n`, `${line}\n`];
    if (fate === 3) return ['\0'.repeat(16), `${line}\n`];
    if (fate === 4) return [`{"type":"assistant","message":{"content":[{"type":"te${line}\n`];
    if (fate === 5) return ['// a comment\n', `${line}\n`];
    return [`${line}\n`];
  });
}

function addSubagents(plan: Map<string, string[]>, folder: string, { session }: Script, random: Random): void {
  for (let at = random.below(4); at > 0; at -= 1) {
    const id = random.uuid().slice(0, 8);
    const always = { isSidechain: true, agentId: id };
    const script = new Script({ session, seed: random.below(1e9), always });
    for (let turn = 0; turn < 3; turn += 1) takeTurn(script, random);
    const place = random.pick([
      `${folder}/agent-${id}`,
      `${folder}/${session}/subagents/agent-${id}`,
      `${folder}/${session}/subagents/workflows/wf_1/agent-${id}`,
    ]);
    plan.set(`${place}.jsonl`, script.lines);
    if (random.chance(0.5)) plan.set(`${place}.meta.json`, [JSON.stringify({ agentType: 'Explore', toolUseId: 't' })]);
  }
}

/** As `--fork-session` does it: every record again under another session, and then its own. */
function addFork(
  plan: Map<string, string[]>,
  folder: string,
  original: Script,
  lines: readonly string[],
  random: Random,
): void {
  const fork = new Script({ session: random.uuid(), seed: random.below(1e9) }).follow(original.last);
  takeTurn(fork, random);
  const copied = lines.map((line) => line.replaceAll(original.session, fork.session));
  plan.set(`${folder}/${fork.session}.jsonl`, [...copied, '\n', ...fork.lines]);
}

const historyLine = (sessionId: string, display: string) =>
  `${JSON.stringify({ display, pastedContents: {}, timestamp: noon, project: '/home/dev/x', sessionId })}\n`;
