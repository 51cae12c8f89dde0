import type { Holder, Spot } from './spots.ts';
import { isFieldName, wordOfFormat } from './format-words.ts';
import { noChance, type Values } from './values.ts';

/**
 * What becomes of a place that holds a value: it goes; or it is a word of the format, which says nothing of anybody and
 * only happens to be written like it; or it must stay, and why.
 */
export type Verdict = 'goes' | 'format' | { readonly why: string };

const ids = new Set([
  ...['uuid', 'parentUuid', 'sessionId', 'session_id', 'leafUuid', 'logicalParentUuid', 'messageId', 'requestId'],
  ...['agentId', 'promptId', 'snapshotMessageId', 'sourceToolUseID', 'sourceToolAssistantUUID', 'parentToolUseID'],
  ...['toolUseID', 'tool_use_id', 'toolUseId', 'tool_useId', 'source_uuid', 'contentHash', 'backupFileName'],
  ...['firstUuid', 'forkedFrom', 'continuedIn'],
]);
const holdersOfId = new Set(['tool_use', 'server_tool_use', 'mcp_tool_use', 'message']);
/** What is below these is what somebody said, whatever its fields are called. */
const free = new Set(['input', 'toolUseResult', 'tool_use_result', 'trackedFileBackups', 'answers', 'pastedContents']);
const encoded = new Set(['data', 'base64']);
const base64 = /^[\w+/=-]{64,}$/;

export function verdictOn(spot: Spot, values: Values): Verdict {
  const { kind, name, said, holder } = spot;
  const isFree = isBelow(holder, free);
  const isChosen = !values.isSecretIn(said);
  if (kind === 'name') return isFieldName(said, isFree) ? 'format' : 'goes';
  if (kind === 'number') return isFree && values.isAllOf(said) ? 'goes' : 'format';
  if (encoded.has(name) && base64.test(said)) {
    return values.longestIn(said) < noChance ? 'format' : { why: 'a file that is encoded there' };
  }
  if (!isBelow(holder, input)) {
    const why = reasonFor(spot);
    if (why !== null) return isChosen && why === anId && values.longestIn(said) < noChance ? 'format' : { why };
    const word = wordOfFormat(spot);
    if (word === 'format') return isChosen ? 'format' : isFree ? 'goes' : { why: 'a word of the format' };
    if (word !== null && !isFree) return { why: word };
  }
  return 'goes';
}

const input = new Set(['input']);
const anId = 'an id';

/** What a conversation hangs together by, and what the provider signed: with another text it cannot be resumed. */
function reasonFor({ name, holder }: Spot): string | null {
  if (name === 'signature') return 'a signature of the provider’s';
  if (name === 'thinking' && holder?.isSigned) return 'a thinking block that the provider signed';
  if (name === 'data' && holder?.type === 'redacted_thinking') return 'a thinking block that the provider sealed';
  if (ids.has(name)) return anId;
  if (name === 'id' && holdersOfId.has(holder?.type ?? '')) return anId;
  return null;
}

function isBelow(holder: Holder | null, names: ReadonlySet<string>): boolean {
  for (let at = holder; at; at = at.within) if (names.has(at.name)) return true;
  return false;
}
