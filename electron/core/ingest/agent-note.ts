import { readFileSync } from 'node:fs';
import { beginningOfCopy, type Copies } from '../archive/copy.ts';
import { asObject, asText } from './parse.ts';

const longestJson = 1 << 20;

/** What Claude Code notes beside a subagent's transcript. */
export interface AgentNote {
  readonly type: string | null;
  readonly task: string | null;
  /** The call in the main transcript that started it. */
  readonly call: string | null;
}

/** From `agent-x.meta.json` beside `agent-x.jsonl`; older versions wrote none. */
export function readAgentNote(transcript: string, copies?: Copies): AgentNote {
  const path = transcript.replace(/\.jsonl$/, '.meta.json');
  const note = asObject(readJson(path, copies));
  return { type: asText(note['agentType']), task: asText(note['description']), call: asText(note['toolUseId']) };
}

export function readJson(path: string, copies: Copies = {}): unknown {
  const copy = copies[path];
  try {
    return JSON.parse(copy === undefined ? readFileSync(path, 'utf8') : beginningOfCopy(copy, longestJson));
  } catch {
    return undefined; // not there, or damaged: both say nothing
  }
}
