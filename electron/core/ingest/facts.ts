import { storable } from './normalise/block.ts';
import type { Normal } from './normalise/normalise.ts';
import { asCount, asList, asObject, asText, asTime, type RawRecord } from './parse.ts';

/**
 * What one transcript says about its session, gathered line by line; JSON, so that an append goes on where it was.
 * Taking the same record twice changes nothing: what is counted is counted by the store, which knows a repeated record.
 */
export interface Facts {
  sessionId: string | null;
  cwds: string[];
  /** The last one; `branches` has each once. */
  branch: string | null;
  branches: string[];
  versions: string[];
  models: string[];
  slugs: string[];
  pullRequests: { number: number; url: string; repository: string | null }[];
  customTitle: string | null;
  aiTitle: string | null;
  lastPrompt: string | null;
  summary: string | null;
  firstPrompt: string | null;
  tag: string | null;
  started: number | null;
  ended: number | null;
  /** What the model had before it when it last answered. */
  context: number;
  /** The client's own running cost in dollars; null where it says none or knows it to be incomplete. */
  cost: number | null;
  /** Shared with every fork that copies the history. */
  firstUuid: string | null;
  forkedFrom: string | null;
  continuedIn: string | null;
  /** Typed while Claude was at work and not yet taken up. */
  queue: string[];
}

export const noFacts = (): Facts => ({
  sessionId: null,
  cwds: [],
  branch: null,
  branches: [],
  versions: [],
  models: [],
  slugs: [],
  pullRequests: [],
  customTitle: null,
  aiTitle: null,
  lastPrompt: null,
  summary: null,
  firstPrompt: null,
  tag: null,
  started: null,
  ended: null,
  context: 0,
  cost: null,
  firstUuid: null,
  forkedFrom: null,
  continuedIn: null,
  queue: [],
});

const longestList = 100;

export function take(facts: Facts, record: RawRecord, { uuid, time, blocks, sidechain }: Normal): void {
  const text = (field: string) => asText(record[field]);
  facts.sessionId ??= storable(text('sessionId') ?? text('session_id') ?? '') || null;
  facts.firstUuid ??= uuid;
  add(facts.cwds, text('cwd'));
  facts.branch = text('gitBranch') ?? facts.branch;
  add(facts.branches, text('gitBranch'));
  add(facts.versions, text('version') ?? text('claude_code_version'));
  add(facts.slugs, text('slug'));
  facts.forkedFrom ??= asText(asObject(record['forkedFrom'])['sessionId']) ?? text('forkedSessionId');
  if (time !== null) {
    facts.started = Math.min(facts.started ?? time, time);
    facts.ended = Math.max(facts.ended ?? time, time);
  }
  const prompt = sidechain ? undefined : blocks.find(({ kind }) => kind === 'prompt');
  // A slash command names a session only where nothing better was said.
  if (prompt && (facts.firstPrompt === null || facts.firstPrompt.startsWith('/'))) {
    if (facts.firstPrompt === null || prompt.subtype !== 'command') facts.firstPrompt = oneLine(prompt.text);
  }
  const type = text('type') ?? '';
  if (Object.hasOwn(takers, type)) takers[type]?.(facts, record);
}

/** Metadata is written again and again: the last one wins. */
const takers: Readonly<Record<string, (facts: Facts, record: RawRecord) => void>> = {
  'custom-title': (facts, record) => (facts.customTitle = asText(record['customTitle']) ?? facts.customTitle),
  'ai-title': (facts, record) => (facts.aiTitle = asText(record['aiTitle']) ?? facts.aiTitle),
  'last-prompt': (facts, record) => (facts.lastPrompt = asText(record['lastPrompt']) ?? facts.lastPrompt),
  summary: (facts, record) => (facts.summary = asText(record['summary']) ?? facts.summary),
  tag: (facts, record) => (facts.tag = asText(record['tag'])),
  'continued-in': (facts, record) => (facts.continuedIn = asText(record['continuedInSessionId'])),
  'pr-link': takePullRequest,
  'cost-state': (facts, record) => {
    const cost = record['totalCostUSD'];
    const known = typeof cost === 'number' && Number.isFinite(cost) && cost >= 0;
    facts.cost = known && record['hasUnknownModelCost'] !== true ? cost : null;
  },
  assistant: (facts, record) => {
    const usage = usageOf(record);
    if (!usage) return;
    add(facts.models, usage.model);
    if (record['isSidechain'] !== true) facts.context = usage.input + usage.cacheRead + usage.cacheWrite;
  },
};

function takePullRequest(facts: Facts, record: RawRecord): void {
  const url = asText(record['prUrl']);
  if (url === null || facts.pullRequests.some((known) => known.url === url)) return;
  if (facts.pullRequests.length >= longestList) return;
  facts.pullRequests.push({ number: asCount(record['prNumber']), url, repository: asText(record['prRepository']) });
}

function add(list: string[], value: string | null): void {
  if (value !== null && list.length < longestList && !list.includes(value)) list.push(storable(value));
}

export function titleOf(facts: Facts): string {
  const title = facts.customTitle ?? facts.aiTitle ?? facts.lastPrompt ?? facts.summary ?? facts.firstPrompt;
  return title === null ? 'Untitled' : oneLine(title);
}

export const oneLine = (text: string) => storable(text.slice(0, 2000)).replace(/\s+/g, ' ').trim().slice(0, 200);

/** Tokens of one API message. Its lines repeat them; the last one has the most. */
export interface Usage {
  readonly messageId: string;
  readonly model: string;
  readonly time: number | null;
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** The part of `cacheWrite` that is kept for an hour: it costs more. */
  readonly cacheWriteHour: number;
}

export function usageOf(record: RawRecord): Usage | null {
  const message = asObject(record['message']);
  const usage = asObject(message['usage']);
  const messageId = asText(message['id']);
  const model = asText(message['model']);
  if (messageId === null || model === null || model === '<synthetic>') return null;
  return {
    messageId,
    model,
    time: asTime(record['timestamp']),
    input: asCount(usage['input_tokens']),
    output: asCount(usage['output_tokens']),
    cacheRead: asCount(usage['cache_read_input_tokens']),
    cacheWrite: asCount(usage['cache_creation_input_tokens']),
    cacheWriteHour: asCount(asObject(usage['cache_creation'])['ephemeral_1h_input_tokens']),
  };
}

const pathFields = ['file_path', 'notebook_path', 'filePath', 'path'];
const reading = /^(Read|NotebookRead|Grep|Glob|LS)$/;
const writing = /^(Edit|MultiEdit|Write|NotebookEdit)$/;

/** Files that a record's calls read or changed. */
export function touchesOf(record: RawRecord): { path: string; change: boolean }[] {
  return asList(asObject(record['message'])['content']).flatMap((value) => {
    const { name, input } = asObject(value);
    const change = writing.test(asText(name) ?? '');
    if (!change && !reading.test(asText(name) ?? '')) return [];
    const fields = asObject(input);
    const path = pathFields.map((field) => asText(fields[field])).find(Boolean);
    return path ? [{ path: storable(path), change }] : [];
  });
}
