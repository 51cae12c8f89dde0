import type { WriteDb } from '../../electron/core/db/handles.ts';

const of = (table: string, columns: string, order: string) =>
  `SELECT file.path, ${columns} FROM ${table} x JOIN file ON file.id = x.file ORDER BY file.path, ${order}`;

const parts = {
  files: `SELECT file.path, root.path AS root, session.session_id AS session, agent, agent_type, agent_task, agent_call, size, mtime,
    offset, lines, entries, guard, facts, records, file.messages, file.prompts, file.errors, bad_lines, tools, deleted IS NULL
    FROM file JOIN session ON session.id = file.session JOIN root ON root.id = file.root ORDER BY file.path`,
  sessions: `SELECT session_id, folder, file, project, branch, title, started, ended, messages, prompts, errors, models,
    subagents, input, output, cache_read, cache_write, cost, context, bytes, modified, family, details, ghost,
    source_deleted FROM session ORDER BY session_id, file`,
  entries: of(
    'entry',
    `x.position, x.line, x.offset, x.length, x.uuid, x.parent_uuid, x.parent, x.call, x.kind, x.subtype, x.role, x.time,
      x.tool, x.tool_use_id, x.agent, x.error, x.image, x.sidechain, (SELECT text FROM entry_text t WHERE t.id = x.id) AS text`,
    'x.position',
  ),
  usage: of('usage', 'message_id, model, input, output, cache_read, cache_write, cache_write_hour', 'message_id'),
  passages: of('passage', 'x.uuid, x.position', 'x.uuid'),
  repetitions: of('repetition', 'x.line, x.offset, x.uuid', 'x.line, x.uuid'),
  touched: of('touched', 'x.path AS touched, reads, changes', 'x.path'),
  badLines: of('bad_line', 'x.line, x.offset, x.length, x.reason', 'x.line, x.offset'),
  unknown: of('unknown_type', 'x.type, x.version, x.count, x.line', 'x.type, x.version'),
};

export type Snapshot = Record<keyof typeof parts, Record<string, unknown>[]>;

/** Everything an index knows, without its own numbers: two of the same folder are equal, however each came about. */
export function snapshotOf(db: WriteDb): Snapshot {
  return Object.fromEntries(Object.entries(parts).map(([name, sql]) => [name, db.prepare(sql).all()])) as Snapshot;
}
