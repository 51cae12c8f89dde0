import type { Body } from '../../../../shared/detail.ts';
import { stringsIn } from '../../ingest/normalise/block.ts';
import { asCount, asList, asObject, asText, type RawRecord } from '../../ingest/parse.ts';
import { field } from './call.ts';
import { jsonOf, partOf, titleOf } from './part.ts';
import type { Placed } from './records.ts';

export interface OtherShown {
  readonly title: string | null;
  readonly note?: string | null;
  readonly ms?: number | null;
  readonly body: Body | null;
}

const amount = (value: unknown) => asCount(value) || null;

/** What the transcript's line says of an entry that is no call. */
export function showOther({ kind }: Placed, record: RawRecord, most: number): OtherShown {
  switch (kind) {
    case 'compaction':
      return compaction(record);
    case 'error':
      return failure(record);
    case 'hook':
      return hook(record, most);
    case 'attachment':
      return attachment(record, most);
    case 'unknown':
      return { title: null, body: { type: 'record', json: partOf(jsonOf(record), most) } };
    default:
      return { title: null, body: null };
  }
}

function compaction(record: RawRecord): OtherShown {
  const data = asObject(record['compactMetadata'] ?? record['microcompactMetadata']);
  const before = amount(data['preTokens']);
  const saved = amount(data['tokensSaved']);
  const after = amount(data['postTokens']) ?? (before !== null && saved !== null ? Math.max(0, before - saved) : null);
  const ms = amount(data['durationMs']);
  return { title: null, ms, body: { type: 'compaction', trigger: asText(data['trigger']), before, after, ms } };
}

function failure(record: RawRecord): OtherShown {
  const error = asObject(record['error']);
  const inner = asObject(error['error']);
  const cause = asObject(record['cause'] ?? error['cause']);
  const said = asList(asObject(record['message'])['content']).flatMap((block) => stringsIn(asObject(block)['text']));
  const message =
    field(asObject(inner['error']), 'message') ??
    field(inner, 'message') ??
    field(error, 'message') ??
    field(cause, 'message', 'code');
  const body: Body = {
    type: 'failure',
    status: amount(error['status'] ?? record['apiErrorStatus']),
    message: message ?? (said.join('\n') || asText(record['error']) || 'The API did not answer.'),
    attempt: amount(record['retryAttempt']),
    attempts: amount(record['maxRetries']),
    retryIn: amount(record['retryInMs']),
  };
  return { title: titleOf(body.message), body };
}

function hook(record: RawRecord, most: number): OtherShown {
  const data = record['type'] === 'attachment' ? asObject(record['attachment']) : record;
  const infos = asList(data['hookInfos']).map(asObject);
  const own = field(data, 'command', 'hookName');
  const commands = infos.length > 0 ? infos : own === null ? [] : [data];
  const event = field(data, 'hookEvent') ?? (record['type'] === 'system' ? 'Stop' : asText(data['type']));
  const output = [
    field(data, 'stdout', 'content'),
    field(data, 'stderr'),
    ...stringsIn(data['hookErrors'] ?? data['blockingError']),
    ...stringsIn(data['hookAdditionalContext']),
    field(data, 'stopReason'),
  ];
  const list = commands.map((one) => ({
    command: field(one, 'command', 'hookName') ?? '',
    ms: amount(one['durationMs']),
  }));
  const code = data['exitCode'];
  return {
    title: titleOf(list.map(({ command }) => command).join(', ')),
    note: field(data, 'hookName') ?? event,
    ms: list.reduce((sum, { ms }) => sum + (ms ?? 0), 0) || null,
    body: {
      type: 'hook',
      event,
      commands: list,
      exit: typeof code === 'number' ? code : null,
      output: partOf([...new Set(output.filter(Boolean))].join('\n'), most),
    },
  };
}

function attachment(record: RawRecord, most: number): OtherShown {
  const { type, ...data } = asObject(record['attachment']);
  const content = asObject(data['content']);
  const file = asObject(content['file']);
  const path = field(data, 'displayPath', 'filename', 'path') ?? field(file, 'filePath') ?? field(content, 'path');
  const text = field(file, 'content') ?? field(data, 'snippet', 'content') ?? field(content, 'content');
  if (path !== null && text !== null && type !== 'edited_text_file') {
    return { title: titleOf(path), body: { type: 'file', path, start: 1, total: null, text: partOf(text, most) } };
  }
  const fields = Object.entries(data).flatMap(([name, value]) => {
    const shown = asText(value) ?? (value === null || value === '' ? '' : jsonOf(value));
    return shown === '' || name === 'toolUseID' ? [] : [{ name, value: partOf(shown, most) }];
  });
  return { title: titleOf(path ?? stringsIn(data)[0]), body: { type: 'fields', fields, output: null } };
}
