import type { SessionDetails } from '../../../shared/schemas.ts';
import type { WriteDb } from '../db/handles.ts';
import { costOf, type PricedTokens } from '../insight/rates.ts';
import type { Transcript } from './discover.ts';
import { titleOf, type Facts } from './facts.ts';
import { ghostMark } from './history.ts';

interface FileOfSession {
  readonly id: number;
  readonly path: string;
  readonly agent: string | null;
  readonly mtime: number;
  readonly size: number;
  readonly facts: Facts;
  readonly messages: number;
  readonly prompts: number;
  readonly errors: number;
  readonly tools: Readonly<Record<string, number>>;
  readonly deleted: number | null;
}

type ModelUsage = PricedTokens & { model: string };

/** Sessions, as the sum of what their files say. */
export function openSessionStore(db: WriteDb) {
  const ofMain = db.prepare('SELECT id FROM session WHERE file = ? AND ghost = 0').pluck();
  const hasNoMain = `NOT EXISTS (SELECT 1 FROM file WHERE file.session = session.id AND agent IS NULL)`;
  const orphaned = db
    .prepare(`SELECT id FROM session WHERE session_id = ? AND folder = ? AND ghost = 0 AND ${hasNoMain} LIMIT 1`)
    .pluck();
  const ofAgent = db
    .prepare('SELECT id FROM session WHERE session_id = ? AND folder = ? AND ghost = 0 ORDER BY id LIMIT 1')
    .pluck();
  const insert = db
    .prepare(
      `INSERT INTO session (session_id, folder, file, project, title) VALUES (@sessionId, @folder, @path, @project, '') RETURNING id`,
    )
    .pluck();
  const insertGhost = db
    .prepare(
      `INSERT INTO session (session_id, folder, file, project, title, ghost)
       VALUES (@sessionId, '', @path, @project, '', 1) RETURNING id`,
    )
    .pluck();
  const move = db.prepare('UPDATE session SET folder = ?, file = ? WHERE id = ?');
  const idOf = db.prepare('SELECT session_id FROM session WHERE id = ?').pluck();
  const rename = db.prepare('UPDATE session SET session_id = ? WHERE id = ? AND session_id <> ?');
  const filesOf = db.prepare(
    `SELECT id, path, agent, mtime, size, facts, messages, prompts, errors, tools, deleted FROM file
     WHERE session = ? ORDER BY agent IS NOT NULL, id`,
  );
  const usageOf = db.prepare(
    `SELECT model, sum(input) AS input, sum(output) AS output, sum(cacheRead) AS cacheRead,
       sum(cacheWrite) AS cacheWrite, sum(cacheWriteHour) AS cacheWriteHour
     FROM (SELECT usage.model, max(usage.input) AS input, max(usage.output) AS output, max(cache_read) AS cacheRead,
       max(cache_write) AS cacheWrite, max(cache_write_hour) AS cacheWriteHour
       FROM file JOIN usage ON usage.file = file.id WHERE file.session = ? GROUP BY message_id)
     GROUP BY model`,
  );
  const update = db.prepare(
    `UPDATE session SET file = @file, project = @project, branch = @branch, title = @title, started = @started,
     ended = @ended, messages = @messages, prompts = @prompts, errors = @errors, models = @models,
     subagents = @subagents, input = @input, output = @output, cache_read = @cacheRead, cache_write = @cacheWrite,
     cost = @cost, context = @context, bytes = @bytes, modified = @modified, family = @family, details = @details,
     source_deleted = @sourceDeleted WHERE id = @id`,
  );
  const remove = db.prepare('DELETE FROM session WHERE id = ?');

  return {
    /** The session a transcript belongs to. Each main transcript is a session of its own; subagents join theirs. */
    sessionFor({ folder, path, agent }: Transcript, sessionId: string, project: string): number {
      const own = agent === null ? ofMain.get(path) : undefined;
      if (own !== undefined) rename.run(sessionId, own, sessionId); // its file says something else now
      const found = own ?? (agent === null ? orphaned : ofAgent).get(sessionId, folder);
      return (found ?? insert.get({ sessionId, folder, path, project })) as number;
    },

    /** The id by which a session is known. */
    idOf: (id: number) => idOf.get(id) as string | undefined,

    addGhost: (sessionId: string, project: string, path: string) =>
      insertGhost.get({ sessionId, project, path }) as number,

    move: (id: number, folder: string, file: string) => void move.run(folder, file, id),

    /** A session's row says what its files say together; the main transcript names it. */
    refresh(id: number): void {
      const rows = filesOf.all(id) as (Omit<FileOfSession, 'facts' | 'tools'> & { facts: string; tools: string })[];
      const files = rows.map((row): FileOfSession => ({ ...row, facts: parse(row.facts), tools: parse(row.tools) }));
      const [main] = files;
      if (!main) return void remove.run(id);
      const usage = usageOf.all(id) as ModelUsage[];
      update.run({ id, ...sumOf(main, files, usage) });
    },
  };
}

const parse = <T>(json: string) => JSON.parse(json) as T;

function sumOf(main: FileOfSession, files: readonly FileOfSession[], usage: readonly ModelUsage[]) {
  const { facts } = main;
  const all = <T>(pick: (facts: Facts) => readonly T[]) => files.flatMap((file) => pick(file.facts));
  const times = (pick: (facts: Facts) => number | null) => all((f) => [pick(f)].filter((time) => time !== null));
  const sum = (pick: (file: FileOfSession) => number) => files.reduce((total, file) => total + pick(file), 0);
  const tokens = (name: keyof PricedTokens) => usage.reduce((total, row) => total + row[name], 0);
  const [cwd] = all((f) => f.cwds);
  return {
    file: main.path,
    project: cwd ?? folderLabel(main.path),
    branch: facts.branch,
    title: titleOf(facts),
    started: least(times((f) => f.started)),
    ended: most(times((f) => f.ended)),
    messages: main.messages,
    prompts: main.prompts,
    errors: sum(({ errors }) => errors),
    models: JSON.stringify(distinct(all((f) => f.models))),
    subagents: files.filter(({ agent }) => agent !== null && agent !== ghostMark).length,
    input: tokens('input'),
    output: tokens('output'),
    cacheRead: tokens('cacheRead'),
    cacheWrite: tokens('cacheWrite'),
    cost: facts.cost ?? costOfAll(usage),
    context: facts.context,
    bytes: sum(({ size }) => size),
    modified: Math.max(...files.map(({ mtime }) => mtime)),
    family: facts.firstUuid,
    details: JSON.stringify(detailsOf(main, files)),
    sourceDeleted: main.deleted === null ? 0 : 1,
  };
}

function detailsOf({ facts }: FileOfSession, files: readonly FileOfSession[]): SessionDetails {
  const tools = new Map<string, number>();
  for (const file of files) {
    for (const [name, n] of Object.entries(file.tools)) tools.set(name, (tools.get(name) ?? 0) + n);
  }
  return {
    folders: distinct(files.flatMap((file) => file.facts.cwds)),
    branches: facts.branches,
    versions: facts.versions,
    pullRequests: facts.pullRequests,
    tools: Object.fromEntries(tools),
    forkedFrom: facts.forkedFrom,
    continuedIn: facts.continuedIn,
    tag: facts.tag,
  };
}

/** One model without a known rate makes the whole unknown: half a cost would be a wrong one. */
function costOfAll(usage: readonly ModelUsage[]): number | null {
  const costs = usage.map((row) => costOf(row.model, row));
  return costs.some((cost) => cost === null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0);
}

const distinct = <T>(values: readonly T[]) => [...new Set(values)];
const folderLabel = (path: string) => /.*projects[\\/]([^\\/]+)[\\/]/.exec(path)?.[1] ?? path;
const least = (times: number[]) => (times.length > 0 ? times.reduce((a, b) => Math.min(a, b)) : null);
const most = (times: number[]) => (times.length > 0 ? times.reduce((a, b) => Math.max(a, b)) : null);
