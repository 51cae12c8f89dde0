import { asText } from '../../ingest/parse.ts';
import { walkStrings, type Visited } from '../walk.ts';
import type { Values } from './values.ts';

/** A string that must stay as it is though it holds a value, and why. */
export interface Kept {
  readonly text: string;
  readonly why: string;
}

const idsOfRecord = new Set([
  ...['uuid', 'parentUuid', 'sessionId', 'session_id', 'leafUuid', 'logicalParentUuid', 'messageId', 'requestId'],
  ...['agentId', 'promptId', 'snapshotMessageId', 'sourceToolUseID', 'sourceToolAssistantUUID', 'parentToolUseID'],
  ...['toolUseID', 'type'],
]);
const idsAnywhere = new Set(['tool_use_id', 'toolUseId', 'tool_useId']);
const holdersOfId = new Set(['tool_use', 'server_tool_use', 'mcp_tool_use', 'message']);

/** What a conversation hangs together by, and what the provider signed: with another text it cannot be resumed. */
export function protectedIn(record: unknown, values: Values): Kept[] {
  const kept: Kept[] = [];
  walkStrings(record, (visited) => {
    const why = reasonFor(visited);
    if (why !== null && values.isIn(visited.text)) kept.push({ text: visited.text, why });
  });
  return kept;
}

function reasonFor({ name, holder, depth }: Visited): string | null {
  const field = (key: string) => asText((holder as Record<string, unknown>)[key]);
  if (name === 'signature') return 'a signature of the provider’s';
  if (name === 'thinking' && field('signature') !== null) return 'a thinking block that the provider signed';
  if (name === 'data' && field('type') === 'redacted_thinking') return 'a thinking block that the provider sealed';
  if (idsAnywhere.has(name) || (depth === 1 && idsOfRecord.has(name))) return 'an id';
  if (name === 'id' && holdersOfId.has(field('type') ?? '')) return 'an id';
  return null;
}
