import type { Kind, Role } from '../../../shared/schemas.ts';
import type { WriteDb } from '../db/handles.ts';
import type { AgentNote } from './agent-note.ts';
import type { Transcript } from './discover.ts';
import { nextId } from './entry-id.ts';
import { noFacts, type Facts, type Usage } from './facts.ts';
import type { Text } from './normalise/block.ts';
import type { Chunk, Fault } from './parse-file.ts';

/** A transcript's row: how far it was read and what it said so far. */
export interface FileState {
  readonly id: number;
  path: string;
  root: string;
  agent: string | null;
  size: number;
  mtime: number;
  inode: number;
  offset: number;
  lines: number;
  entries: number;
  guard: string;
  facts: Facts;
  records: number;
  messages: number;
  prompts: number;
  errors: number;
  badLines: number;
  /** Calls by tool. A map: a tool may be called anything, even `__proto__`. */
  tools: Map<string, number>;
  deleted: number | null;
  session: number | null;
}

export interface EntryRow {
  readonly id: number;
  readonly file: number;
  readonly position: number;
  readonly line: number;
  readonly offset: number;
  readonly length: number;
  readonly uuid: string | null;
  readonly parentUuid: string | null;
  readonly parent: number | null;
  readonly call: number | null;
  readonly kind: Kind;
  readonly subtype: string | null;
  readonly role: Role;
  readonly time: number | null;
  readonly tool: string | null;
  readonly toolUseId: string | null;
  readonly agent: string | null;
  readonly error: 0 | 1;
  readonly image: 0 | 1;
  readonly sidechain: 0 | 1;
  readonly text: Text;
  readonly indexed: Text;
}

const fileColumns = `file.id, file.path, root.path AS root, session, agent, size, mtime, inode, offset, lines, entries,
  guard, facts, records, messages, prompts, errors, bad_lines AS badLines, tools, deleted`;

const contents = ['usage', 'passage', 'repetition', 'touched', 'bad_line', 'unknown_type'];

type StoredFile = Omit<FileState, 'facts' | 'tools'> & { facts: string; tools: string };

export type Store = ReturnType<typeof openStore>;

/** Every write to the index while reading transcripts, as prepared statements behind plain verbs. */
export function openStore(db: WriteDb) {
  const insertRoot = db.prepare('INSERT INTO root (path) VALUES (?) ON CONFLICT DO NOTHING');
  const rootId = db.prepare('SELECT id FROM root WHERE path = ?').pluck();
  const allFiles = db.prepare(`SELECT ${fileColumns} FROM file JOIN root ON root.id = file.root`);
  const insertFile = db.prepare('INSERT INTO file (root, path, agent) VALUES (?, ?, ?)');
  const updateFile = db.prepare(
    `UPDATE file SET path = @path, size = @size, mtime = @mtime, inode = @inode, offset = @offset, lines = @lines,
     entries = @entries, guard = @guard, facts = @facts, records = @records, messages = @messages, prompts = @prompts,
     errors = @errors, bad_lines = @badLines, tools = @tools, deleted = @deleted, session = @session WHERE id = @id`,
  );
  const updateAgent = db.prepare(
    `UPDATE file SET agent_type = coalesce(?, agent_type), agent_task = coalesce(?, agent_task),
     agent_call = coalesce(?, agent_call) WHERE id = ?`,
  );
  const moveFile = db.prepare('UPDATE file SET root = ?, path = ? WHERE id = ?');
  const dropHistoryNotes = db.prepare('DELETE FROM history');
  const joinFile = db.prepare('UPDATE file SET session = ? WHERE id = ?');
  const insertEntry = db.prepare(
    `INSERT OR IGNORE INTO entry (id, file, position, line, offset, length, uuid, parent_uuid, parent, call, kind,
       subtype, role, time, tool, tool_use_id, agent, error, image, sidechain)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertText = db.prepare('INSERT INTO entry_text (id, text) VALUES (?, CAST(? AS TEXT))');
  const insertFts = db.prepare('INSERT INTO fts (rowid, text) VALUES (?, CAST(? AS TEXT))');
  const forget = [
    `INSERT INTO fts (fts, rowid, text) SELECT 'delete', s.id, s.text
     FROM entry e JOIN entry_search s ON s.id = e.id WHERE e.file = ?`,
    'DELETE FROM entry_text WHERE id IN (SELECT id FROM entry WHERE file = ?)',
    'DELETE FROM entry WHERE file = ?',
    'DELETE FROM finding WHERE scanned IN (SELECT id FROM scanned WHERE file = ?)',
    'DELETE FROM scanned WHERE file = ?',
    ...contents.map((table) => `DELETE FROM ${table} WHERE file = ?`),
    'UPDATE file SET session = NULL WHERE id = ?',
  ].map((sql) => db.prepare(sql));
  const deleteFile = db.prepare('DELETE FROM file WHERE id = ?');
  const upsertUsage = db.prepare(
    `INSERT INTO usage (file, message_id, model, time, input, output, cache_read, cache_write, cache_write_hour)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET model = excluded.model, input = max(input, excluded.input),
       output = max(output, excluded.output), cache_read = max(cache_read, excluded.cache_read),
       cache_write = max(cache_write, excluded.cache_write),
       cache_write_hour = max(cache_write_hour, excluded.cache_write_hour)`,
  );
  const insertPassage = db.prepare('INSERT INTO passage VALUES (?, ?, ?)');
  const insertRepetition = db.prepare('INSERT INTO repetition VALUES (?, ?, ?, ?, ?)');
  const insertBadLine = db.prepare('INSERT INTO bad_line VALUES (?, ?, ?, ?, ?)');
  const upsertTouched = db.prepare(
    `INSERT INTO touched VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET reads = reads + excluded.reads, changes = changes + excluded.changes`,
  );
  const upsertUnknown = db.prepare(
    'INSERT INTO unknown_type VALUES (?, ?, ?, 1, ?) ON CONFLICT DO UPDATE SET count = count + 1',
  );
  const chainOf = db.prepare(
    `SELECT uuid, position FROM (
       SELECT uuid, position FROM passage WHERE file = @file
       UNION ALL SELECT uuid, position FROM entry WHERE file = @file AND uuid IS NOT NULL)
     ORDER BY position DESC LIMIT @most`,
  );
  const callsOf = db.prepare(
    `SELECT tool_use_id AS id, position, tool FROM entry
     WHERE file = @file AND kind = 'tool_call' AND tool_use_id IS NOT NULL ORDER BY position DESC LIMIT @most`,
  );

  return {
    files(): FileState[] {
      return (allFiles.all() as StoredFile[]).map(revive);
    },

    newFile({ root, path, agent }: Pick<Transcript, 'root' | 'path' | 'agent'>): FileState {
      insertRoot.run(root);
      const { lastInsertRowid } = insertFile.run(rootId.get(root), path, agent);
      return { id: Number(lastInsertRowid), path, root, agent, ...unread(), deleted: null };
    },

    moveFile(state: FileState, { root, path }: Pick<Transcript, 'root' | 'path'>): void {
      insertRoot.run(root);
      moveFile.run(rootId.get(root), path, state.id);
      Object.assign(state, { root, path });
    },

    saveFile(state: FileState): void {
      updateFile.run({
        ...state,
        facts: JSON.stringify(state.facts),
        tools: JSON.stringify(Object.fromEntries(state.tools)),
      });
    },

    /** Which sessions have a transcript changed: history.jsonl has to be looked at again. */
    dropHistoryNotes: () => void dropHistoryNotes.run(),

    joinFile: ({ id, session }: FileState) => void joinFile.run(session, id),

    describeAgent(state: FileState, { type, task, call }: AgentNote): void {
      updateAgent.run(type, task, call, state.id);
    },

    /** Takes out everything a file put in, so that it can be read from its beginning. */
    forget(state: FileState): void {
      for (const statement of forget) statement.run(state.id);
      Object.assign(state, unread());
    },

    deleteFile(state: FileState): void {
      this.forget(state);
      deleteFile.run(state.id);
    },

    /** Its id is another one where that was taken. It says nothing until `addText` was told. */
    addEntry(row: EntryRow): number {
      // One by one, by place: this runs once for every entry there is.
      const { file, position, line, offset, length, uuid, parentUuid, parent, call, kind, subtype, role, time } = row;
      const { tool, toolUseId, agent, error, image, sidechain } = row;
      const insert = (id: number) =>
        // prettier-ignore
        insertEntry.run(id, file, position, line, offset, length, uuid, parentUuid, parent, call,
          kind, subtype, role, time, tool, toolUseId, agent, error, image, sidechain).changes;
      let { id } = row;
      for (let tries = 0; insert(id) === 0; tries += 1) id = nextId(id, tries, position);
      return id;
    },

    /** What an entry says, and how it is found. */
    addText(id: number, text: Text, indexed: Text): void {
      insertText.run(id, text);
      insertFts.run(id, indexed);
    },

    addUsage(file: number, usage: Usage): void {
      const { messageId, model, time, input, output, cacheRead, cacheWrite, cacheWriteHour } = usage;
      upsertUsage.run(file, messageId, model, time, input, output, cacheRead, cacheWrite, cacheWriteHour);
    },
    addPassage: (file: number, uuid: string, position: number | null) => void insertPassage.run(file, uuid, position),
    addRepetition: (file: number, { line, offset, length }: Omit<Fault, 'reason'>, uuid: string) =>
      void insertRepetition.run(file, line, offset, length, uuid),
    addBadLine: (file: number, { line, offset, length, reason }: Fault) =>
      void insertBadLine.run(file, line, offset, length, reason),
    addTouch: (file: number, path: string, change: boolean) =>
      void upsertTouched.run(file, path, change ? 0 : 1, change ? 1 : 0),
    addUnknown: (file: number, { type, version, line }: Chunk['unknown'][number]) =>
      void upsertUnknown.run(file, type, version, line),

    /** The last so many that later records may refer to, in the order of the file. */
    chainOf: (file: number, most: number) =>
      (chainOf.all({ file, most }) as { uuid: string; position: number | null }[]).reverse(),
    callsOf: (file: number, most: number) =>
      (callsOf.all({ file, most }) as { id: string; position: number; tool: string | null }[]).reverse(),
  };
}

/** Facts are many and seldom looked at: they are taken apart when somebody does. */
function revive({ facts: json, tools, ...row }: StoredFile): FileState {
  let facts: Facts | undefined;
  return {
    ...row,
    tools: new Map(Object.entries(JSON.parse(tools) as Record<string, number>)),
    get facts() {
      return (facts ??= json === '' ? noFacts() : (JSON.parse(json) as Facts));
    },
    set facts(value) {
      facts = value;
    },
  };
}

const unread = () => ({
  size: 0,
  mtime: 0,
  inode: 0,
  offset: 0,
  lines: 0,
  entries: 0,
  guard: '',
  facts: noFacts(),
  records: 0,
  messages: 0,
  prompts: 0,
  errors: 0,
  badLines: 0,
  tools: new Map<string, number>(),
  session: null,
});
