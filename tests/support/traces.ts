import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Script, noon, type Fields } from './script.ts';

/** Every trace that Claude Code is known to leave of a session, for a few sessions side by side. */
export interface Traces {
  readonly claudeDir: string;
  /** `claude-<uid>` of the system's temporary folder. */
  readonly temporary: string;
  /** The session that tests erase, one that stays and shares a paste and a plan with it, and one that only history knows. */
  readonly gone: string;
  readonly stays: string;
  readonly ghost: string;
  /** What each session alone says, by the place where it says it. */
  readonly said: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Makes what was written meanwhile old as well. */
  settle(dir?: string): void;
}

export const gone = 'a1b2c3d4-1111-4111-8111-aaaaaaaaaaaa';
export const stays = 'b2c3d4e5-2222-4222-8222-bbbbbbbbbbbb';
export const ghost = 'c3d4e5f6-3333-4333-8333-cccccccccccc';
const cwd = '/home/dev/kiln';
export const folder = '-home-dev-kiln';
export const sharedPaste = 'aaaabbbbccccdddd';
export const sharedSlug = 'quiet-amber-heron';
/** Bytes that only one session has at one place: the same for the same names. */
const wordFor = (session: string, place: string) =>
  `${place.replace(/\W/g, '')}${createHash('sha256').update(`${session} ${place}`).digest('hex').slice(0, 24)}`;

class Writer {
  readonly said = new Map<string, Map<string, string>>();
  readonly #claudeDir: string;

  constructor(claudeDir: string) {
    this.#claudeDir = claudeDir;
  }

  /** A word that nobody else says. */
  word(session: string, place: string): string {
    const words = this.said.get(session) ?? new Map<string, string>();
    this.said.set(session, words);
    const word = wordFor(session, place);
    words.set(place, word);
    return word;
  }

  put(path: string, text: string): void {
    const file = path.startsWith('/') ? path : join(this.#claudeDir, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** A file of a session with its word in it. */
  trace(session: string, path: string): void {
    this.put(path, `something\n${this.word(session, path)}\nmore\n`);
  }
}

/** Writes all of it, last changed long enough ago to be nobody's live session. */
export function writeTraces(claudeDir: string, temporary: string): Traces {
  const writer = new Writer(claudeDir);
  for (const [nth, session] of [gone, stays].entries()) writeSession(writer, session, nth, temporary);
  writeHistory(writer);
  writer.put(`plans/${sharedSlug}.md`, '# A plan that both sessions work by\n');
  writer.put(`paste-cache/${sharedPaste}.txt`, 'what both sessions pasted\n');
  writer.put(`projects/${folder}/sessions-index.json`, `${JSON.stringify(sessionsIndex(writer), null, 2)}\n`);
  writer.put(`projects/${folder}/memory/MEMORY.md`, '# What is remembered of the project\n');
  writer.put('stats-cache.json', '{"version":1}');
  writer.put('settings.json', '{"cleanupPeriodDays":3650}');
  settle(claudeDir);
  settle(temporary);
  return { claudeDir, temporary, gone, stays, ghost, said: writer.said, settle: (dir = claudeDir) => settle(dir) };
}

function writeSession(writer: Writer, session: string, nth: number, temporary: string): void {
  const project = `projects/${folder}`;
  const trace = (path: string) => writer.trace(session, path);
  writer.put(`${project}/${session}.jsonl`, transcript(writer, session, nth));
  const agent = new Script({ session, seed: 50 + nth, cwd, always: { isSidechain: true, agentId: `a${nth}sub` } });
  agent.prompt(writer.word(session, 'subagent task'));
  agent.answer(writer.word(session, 'subagent answer'));
  writer.put(`${project}/${session}/subagents/agent-a${nth}sub.jsonl`, agent.text);
  writer.put(
    `${project}/${session}/subagents/agent-a${nth}sub.meta.json`,
    JSON.stringify({ agentType: 'Explore', description: writer.word(session, 'subagent note') }),
  );
  trace(`${project}/${session}/tool-results/toolu_${nth}.txt`);
  trace(`${project}/${session}/workflows/scripts/flow.js`);
  const flat = new Script({ session, seed: 60 + nth, cwd, always: { isSidechain: true, agentId: `old${nth}` } });
  flat.prompt(writer.word(session, 'flat subagent'));
  writer.put(`${project}/agent-old${nth}.jsonl`, flat.text);
  for (const place of ['file-history', 'image-cache', 'uploads', 'tasks', 'session-env'])
    trace(`${place}/${session}/1@v1`);
  trace(`debug/${session}.txt`);
  trace(`todos/${session}-agent-${session}.json`);
  trace(`security/security_warnings_state_${session}.json`);
  trace(`telemetry/1p_failed_events.${session}.0f0f0f0f-0000-4000-8000-00000000000${nth}.json`);
  trace(`plans/${slugOf(nth)}.md`);
  trace(`paste-cache/${pasteOf(nth)}.txt`);
  const job = `jobs/${session.slice(0, 8)}`;
  writer.put(`${job}/state.json`, JSON.stringify({ sessionId: session, prompt: writer.word(session, 'job') }));
  trace(`${job}/tmp/output.log`);
  writer.put(`sessions/${900_000_000 + nth}.json`, JSON.stringify({ pid: 900_000_000 + nth, sessionId: session, cwd }));
  trace(join(temporary, folder, session, 'tasks', 'b1.output'));
}

const slugOf = (nth: number) => `brisk-copper-wren-${nth}`;
const pasteOf = (nth: number) => `0123456789abcd0${nth}`;

/** A conversation with something at every place of the index: text, tools, files, titles, usage, a bad line. */
function transcript(writer: Writer, session: string, nth: number): string {
  const say = (place: string) => writer.word(session, place);
  const script = new Script({
    session,
    seed: 10 + nth,
    cwd,
    start: noon + nth * 600_000,
    always: { slug: slugOf(nth), gitBranch: say('branch') },
  });
  script.prompt(`Please fire the kiln ${say('prompt')}`);
  script.prompt(`An old prompt of ${nth}: ${say('old prompt')}`);
  script.model([
    { type: 'thinking', thinking: `I wonder about ${say('thinking')}`, signature: 's' },
    { type: 'text', text: `The glaze is ${say('answer')} and melts at cone six.` },
  ]);
  const call = script.call('Bash', { command: `grep ${say('command')} /var/log/kiln`, description: 'look' });
  script.result(call, `found ${say('result')}`);
  script.call('Edit', { file_path: `${cwd}/${say('path')}.ts`, old_string: 'a', new_string: say('edit') });
  script.chain('user', { message: { role: 'user', content: 'go on' }, slug: sharedSlug });
  script.flat('summary', { summary: say('summary'), leafUuid: script.last });
  script.flat('custom-title', { customTitle: `Kiln ${say('title')}` });
  script.flat('hologram', { note: say('unknown') });
  return `${script.text}{"broken": "${say('bad line')}\n`;
}

function sessionsIndex(writer: Writer): Fields {
  const entries = [gone, stays].map((sessionId) => ({
    sessionId,
    firstPrompt: writer.word(sessionId, 'sessions-index'),
    messageCount: 3,
  }));
  return { version: 1, originalPath: cwd, entries };
}

function writeHistory(writer: Writer): void {
  const line = (
    sessionId: string | null,
    display: string,
    at: number,
    pastes: readonly string[] = [],
    project = cwd,
  ) => {
    const pastedContents = Object.fromEntries(
      pastes.map((contentHash, id) => [id + 1, { id: id + 1, type: 'text', contentHash }]),
    );
    return `${JSON.stringify({ display, pastedContents, timestamp: noon + at, project, ...(sessionId === null ? {} : { sessionId }) })}\n`;
  };
  const own = (session: string, nth: number) => [
    line(session, `Please fire the kiln ${writer.word(session, 'prompt')}`, nth * 600_000, [pasteOf(nth)]),
    line(null, `An old prompt of ${nth}: ${writer.word(session, 'old prompt')}`, nth * 600_000 + 1000),
    line(session, `[Pasted text #1 +9 lines] ${writer.word(session, 'history')}`, nth * 600_000 + 2000, [sharedPaste]),
  ];
  const ghostly = line(ghost, `a swept session ${writer.word(ghost, 'history')}`, -86_400_000);
  const others = [
    line(null, 'yes', 1000, [], '/home/dev/elsewhere'),
    'this is no JSON\n',
    line(null, 'an old prompt of nobody', 2000),
  ];
  const lines = [ghostly, ...own(gone, 0), ...others, ...own(stays, 1)];
  // A newline got lost between a line of each.
  lines.push(
    line(gone, `glued ${writer.word(gone, 'glued')}`, 3000).trimEnd() +
      line(stays, `glued ${writer.word(stays, 'glued')}`, 3000),
  );
  writer.put('history.jsonl', lines.join(''));
}

const longAgo = new Date('2026-05-01T12:00:00Z');

/** Nobody is at work here. */
function settle(dir: string): void {
  if (!statSync(dir, { throwIfNoEntry: false })) return;
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), longAgo, longAgo);
  }
}
