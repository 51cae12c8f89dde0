// One session from the first prompt to the last: turns, what the client notes beside them, subagents, spilled output.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Conversation } from './conversation.mjs';
import { Sink } from './sink.mjs';
import { spill, useTool, workspace } from './tools.mjs';

const models = ['claude-opus-4-5-20251101', 'claude-sonnet-4-5-20250929', 'claude-opus-4-8', 'claude-fable-5'];
const agents = ['Explore', 'general-purpose', 'Plan'];
const messagesUntilCompacted = 900;

export class Session {
  #common;
  #desk;
  #sink;
  #talk;
  #title;
  #compactedAt = 0;

  /** `enough()` says when to end, `history(entry)` takes what was typed; `tally` adds up what is written. */
  constructor({ random, project, clock, tally, history, enough, subagents }) {
    const { cwd, folder, text, branches } = project;
    this.id = random.uuid();
    this.path = join(folder, `${this.id}.jsonl`);
    Object.assign(this, { random, project, clock, tally, history, enough, subagents });
    const legacy = random.chance(0.45); // up to 2.1.81: progress records; from 2.1.91 on: attachments
    const version = legacy ? `2.1.${random.between(11, 81)}` : `2.1.${random.between(91, 219)}`;
    const place = { cwd, sessionId: this.id, version, gitBranch: random.pick(branches) };
    const envelope = { userType: 'external', entrypoint: 'cli', ...place };
    this.#common = { random, text, clock, envelope, legacy, model: random.pick(models) };
    this.#desk = { random, text, files: workspace(random, text, cwd) };
    this.#sink = new Sink(this.path, tally);
    this.#talk = new Conversation({ ...this.#common, sink: this.#sink, callTool: (id) => this.#callTool(id) });
    this.#title = text.prose(20).slice(0, 60);
  }

  get messages() {
    return this.#sink.messages;
  }

  /** At least one prompt and its answer. */
  write() {
    do this.#turn();
    while (!this.enough());
    this.#sink.close(this.clock.now());
  }

  /** A branch begins with the whole history of another session: same uuids, same message ids. */
  copy(other) {
    this.#sink.text(readFileSync(other.path, 'utf8').replaceAll(other.id, this.id));
    this.#sink.count(other.messages);
  }

  #turn() {
    const { random, clock, enough } = this;
    const { text, cwd } = this.project;
    const display = text.prose(random.heavy(110, 0.9));
    this.history({ display, pastedContents: {}, timestamp: clock.now(), project: cwd, sessionId: this.id });
    const prompt = this.#talk.prompt(display);
    if (random.chance(0.8)) this.#snapshot(prompt);
    for (let left = Math.min(80, random.heavy(8, 0.9)); left > 1 && !enough(); left -= 1) {
      this.#talk.answer(false);
      if (random.chance(0.03)) this.#interject();
    }
    this.#talk.answer(true);
    this.#endOfTurn(display);
  }

  #snapshot(messageId) {
    const { random, clock, project } = this;
    const backup = { backupFileName: `${random.hex(16)}@v1`, version: 1, backupTime: clock.iso() };
    const trackedFileBackups = random.chance(0.6) ? { [project.text.path()]: backup, 'package.json': backup } : {};
    const snapshot = { messageId, trackedFileBackups, timestamp: clock.iso() };
    this.#sink.line({ type: 'file-history-snapshot', messageId, snapshot, isSnapshotUpdate: random.chance(0.5) });
  }

  /** Something typed while Claude is at work. */
  #interject() {
    const content = this.project.text.prose(60);
    const timestamp = this.clock.iso();
    this.#talk.flat('queue-operation', { operation: 'enqueue', timestamp, content });
    if (this.#talk.legacy) this.#talk.flat('queue-operation', { operation: 'remove', timestamp });
    else this.#talk.attach({ type: 'queued_command', prompt: content, commandMode: 'prompt' });
  }

  /** Titles and modes are written again and again, so that they stay near the end of the file. */
  #endOfTurn(prompt) {
    const { random, project, messages } = this;
    const talk = this.#talk;
    const note = (subtype, body) => talk.chain('system', { subtype, ...body, isMeta: false });
    const hookInfos = [{ command: 'node .claude/hooks/stop.mjs', durationMs: random.below(4000) }];
    if (random.chance(0.6)) note('stop_hook_summary', { hookCount: 1, hookInfos, hookErrors: [], hasOutput: false });
    note('turn_duration', { durationMs: random.below(300_000), messageCount: messages });
    if (random.chance(0.1)) note('away_summary', { content: project.text.prose(300) });
    if (messages - this.#compactedAt > messagesUntilCompacted) this.#compact();
    talk.flat('last-prompt', { lastPrompt: prompt.slice(0, 200), leafUuid: talk.leaf });
    if (talk.legacy) return;
    talk.flat('ai-title', { aiTitle: this.#title });
    talk.flat('mode', { mode: 'normal' });
    talk.flat('permission-mode', { permissionMode: 'default' });
  }

  #compact() {
    const talk = this.#talk;
    this.#compactedAt = this.messages;
    const boundary = { subtype: 'compact_boundary', content: 'Conversation compacted', logicalParentUuid: talk.leaf };
    talk.chain('system', { ...boundary, compactMetadata: { trigger: 'auto', preTokens: 160_000 } }, null);
    const summary = `This session is being continued from a previous conversation.\n\n${this.project.text.prose(4000)}`;
    talk.prompt(summary, { isCompactSummary: true, isVisibleInTranscriptOnly: true });
  }

  #callTool(toolUseId) {
    const { random } = this;
    if (this.subagents && random.chance(0.012)) return this.#delegate(toolUseId);
    const use = useTool(this.#desk);
    if (use.name !== 'Bash' || !random.chance(0.004)) return use;
    return spill(use, join(this.#folder('tool-results'), `${toolUseId}.txt`));
  }

  /** A subagent has a file of its own; older clients repeated its messages in the parent's as progress. */
  #delegate(toolUseId) {
    const { random, clock, project, tally, enough } = this;
    const { text } = project;
    const { legacy } = this.#talk;
    const agentId = random.hex(8);
    const [description, prompt] = [text.prose(25).slice(0, 40), text.prose(400)];
    const path = join(this.#folder('subagents'), `agent-${agentId}`);
    const sink = new Sink(`${path}.jsonl`, tally);
    const data = (message) => ({ data: { type: 'agent_progress', agentId, message } });
    const echo = ({ type, message, uuid }) => legacy && this.#talk.chain('progress', data({ type, message, uuid }));
    const sub = new Conversation({ ...this.#common, sink, agentId, echo, callTool: () => useTool(this.#desk) });
    sub.prompt(prompt);
    for (let left = Math.min(60, random.heavy(6, 0.8)); left > 0 && !enough(); left -= 1) sub.answer(false);
    sub.answer(true);
    sink.close(clock.now());
    const agentType = random.pick(agents);
    writeFileSync(`${path}.meta.json`, JSON.stringify({ agentType, description, toolUseId }));
    const content = text.prose(600);
    const input = { description, prompt, subagent_type: agentType };
    const result = { status: 'completed', prompt, agentId, content: [{ type: 'text', text: content }] };
    return { name: legacy ? 'Task' : 'Agent', input, content, result };
  }

  #folder(name) {
    const folder = join(this.project.folder, this.id, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  }
}
