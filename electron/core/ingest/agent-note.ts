import { readFileSync } from 'node:fs';
import { asObject, asText } from './parse.ts';

/** What Claude Code notes beside a subagent's transcript. */
export interface AgentNote {
  readonly type: string | null;
  readonly task: string | null;
  /** The call in the main transcript that started it. */
  readonly call: string | null;
}

/** From `agent-x.meta.json` beside `agent-x.jsonl`; older versions wrote none. */
export function readAgentNote(transcript: string): AgentNote {
  const note = asObject(readJson(transcript.replace(/\.jsonl$/, '.meta.json')));
  return { type: asText(note['agentType']), task: asText(note['description']), call: asText(note['toolUseId']) };
}

export function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined; // not there, or damaged: both say nothing
  }
}
