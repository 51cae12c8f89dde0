import { asCount, asList, asObject, asText, type RawRecord } from '../parse.ts';
import { note, stringsIn, type Block } from './block.ts';
import { command, withoutTags } from './user.ts';

export function systemBlocks(record: RawRecord): Block[] {
  const subtype = asText(record['subtype']);
  const content = asText(record['content']) ?? '';
  switch (subtype) {
    case 'compact_boundary':
    case 'microcompact_boundary':
      return [{ kind: 'compaction', role: 'system', text: content || 'Conversation compacted', subtype }];
    case 'stop_hook_summary':
      return [hookSummary(record)];
    case 'turn_duration':
      return [note(`Took ${duration(asCount(record['durationMs']))}`, subtype)];
    case 'api_error':
      return [apiError(record)];
    case 'local_command':
      return [
        /^\s*<command-/.test(content)
          ? { ...command(content), role: 'system', kind: 'note' }
          : note(withoutTags(content), subtype),
      ];
    case 'init':
      return [note(stringsIn([record['model'], record['cwd'], record['claude_code_version']]).join('\n'), subtype)];
    default:
      return [note(content || stringsIn(ownFields(record)).join('\n'), subtype)];
  }
}

const envelope = new Set(
  'type subtype uuid parentUuid logicalParentUuid sessionId session_id timestamp cwd version gitBranch userType isSidechain isMeta level slug entrypoint'.split(
    ' ',
  ),
);

const ownFields = (record: RawRecord) =>
  Object.entries(record).flatMap(([name, value]) => (envelope.has(name) ? [] : [value]));

function hookSummary(record: RawRecord): Block {
  const commands = asList(record['hookInfos']).flatMap((info) => asText(asObject(info)['command']) ?? []);
  const errors = stringsIn(record['hookErrors']);
  const text = [
    ...commands,
    ...errors,
    ...stringsIn(record['hookAdditionalContext']),
    ...stringsIn(record['stopReason']),
  ];
  return { kind: 'hook', role: 'system', text: text.join('\n'), subtype: 'Stop', error: errors.length > 0 };
}

/** The headers of the answer hold ids of the organisation: only what failed is said. */
function apiError(record: RawRecord): Block {
  const error = asObject(record['error']);
  const cause = asObject(record['cause'] ?? error['cause']);
  const status = asCount(error['status']);
  const reasons = [asText(error['message']), asText(cause['code']), ...stringsIn(asObject(error['error'])['message'])];
  const text = ['API error', status > 0 ? String(status) : null, ...reasons].filter(Boolean).join(' ');
  return { kind: 'error', role: 'system', text, subtype: 'api_error', error: true };
}

function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
