import { asText } from '../../ingest/parse.ts';
import { field, type Call, type Show } from './call.ts';
import { partOf, titleOf } from './part.ts';

const announced = /^(?:Error: )?Exit code (-?\d+)\n?/;

function exitOf({ result }: Call): number | null {
  for (const name of ['code', 'exitCode']) {
    const code = result?.data[name];
    if (typeof code === 'number' && Number.isSafeInteger(code)) return code;
  }
  const said = announced.exec(result?.text ?? '')?.[1];
  return said === undefined ? null : Number(said);
}

export const shell: Show = (call) => {
  const { tool, input, result, most } = call;
  const data = result?.data ?? {};
  const command =
    field(input, 'command') ?? field(data, 'command') ?? field(input, 'bash_id', 'shell_id', 'task_id') ?? tool;
  const exit = exitOf(call);
  const background = field(data, 'backgroundTaskId');
  const description = field(input, 'description');
  return {
    title: titleOf(command),
    note: background === null ? null : 'in the background',
    exit,
    body: () => {
      // A large output is in the text alone: the client kept only its beginning.
      const kept = asText(data['persistedOutputPath']) === null && ('stdout' in data || 'stderr' in data);
      return {
        type: 'shell',
        command,
        description,
        stdout: partOf(kept ? asText(data['stdout']) : (result?.text ?? '').replace(announced, ''), most),
        stderr: partOf(kept ? asText(data['stderr']) : null, most),
        exit,
        interrupted: data['interrupted'] === true,
        background,
      };
    },
  };
};
