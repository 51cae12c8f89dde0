import type { Client } from '../../../shared/client.ts';
import type { ArchivedSession } from '../../../shared/retention.ts';
import { UsageError, type Command, type Invocation } from '../command.ts';
import { refresh } from '../refresh.ts';
import { counted, grouped, harmless, printJson, printLine, showProgress, sized, styled, when } from '../terminal.ts';

const verbs = ['add', 'restore', 'remove', 'list'] as const;

export const archive: Command = {
  usage: 'add|restore|remove SESSION… | list',
  summary: 'Keep compressed copies of transcripts, and put them back',
  args: [1, Infinity],
  refresh: true,
  async run(invocation) {
    const [name, ...sessions] = invocation.args;
    const verb = verbs.find((one) => one === name);
    if (!verb) throw new UsageError(`archive takes ${verbs.join(', ')}, not “${name ?? ''}”.`);
    if (verb !== 'list' && sessions.length === 0) throw new UsageError(`Usage: turnstone archive ${verb} SESSION…`);
    await { add, restore, remove, list }[verb](invocation, sessions);
  },
};

type Work = (invocation: Invocation, sessions: string[]) => Promise<void>;

const add: Work = async ({ client, json }, sessions) => {
  const result = await meter(client, 'archive.add', sessions);
  if (result.failed.length > 0) process.exitCode = 1;
  if (json) return printJson(result);
  for (const failure of result.failed) printLine(`${styled('red', '✗')} ${harmless(failure)}`);
  printLine(`${counted(result.archived, 'session')} archived, ${sized(result.bytes)} written`);
};

const restore: Work = async ({ client, json }, sessions) => {
  const result = await meter(client, 'archive.restore', sessions);
  await refresh(client);
  if (json) return printJson(result);
  for (const file of result.files) printLine(harmless(file));
  printLine(styled('dim', `${counted(result.files.length, 'file')} put back`));
  const { sweeps } = await client.call('retention.sweeps', {});
  const swept = sweeps.flatMap(({ soon }) => soon).filter(({ at }) => at < Date.now());
  if (swept.some(({ session }) => sessions.some((ref) => session.startsWith(ref))))
    printLine('They are as old as they were: Claude Code’s clean-up will delete them again.');
};

const remove: Work = async ({ client, json }, sessions) => {
  const result = await client.call('archive.remove', { sessions });
  if (json) return printJson(result);
  printLine(`Copies of ${counted(result.archived, 'session')} removed, ${sized(result.bytes)} freed`);
};

const list: Work = async ({ client, json }) => {
  const [state, { sessions }] = [await client.call('archive.state', {}), await client.call('archive.list', {})];
  if (json) return printJson({ ...state, list: sessions });
  for (const session of sessions) printLine(line(session));
  for (const { file, reason } of state.failed) printLine(harmless(`✗ ${file}: ${reason}`));
  const sizes = `${sized(state.bytes)} for ${sized(state.rawBytes)}`;
  const waiting = state.waiting > 0 ? `, ${grouped(state.waiting)} waiting` : '';
  printLine(styled('dim', `${counted(state.sessions, 'session')}, ${sizes}${waiting}`));
};

function line({ sessionId, title, project, time, sourceDeleted }: ArchivedSession): string {
  const about = `${project} · ${when(time)}${sourceDeleted ? ' · source deleted' : ''}`;
  return `${styled('dim', harmless(sessionId.slice(0, 8)))}  ${styled('bold', harmless(title))}  ${styled('dim', harmless(about))}`;
}

/** Ctrl-C stops it between two megabytes; what is whole stays. */
async function meter<M extends 'archive.add' | 'archive.restore'>(client: Client, method: M, sessions: string[]) {
  const interrupt = new AbortController();
  const stop = () => interrupt.abort();
  process.once('SIGINT', stop);
  try {
    return await client.call(
      method,
      { sessions },
      {
        signal: interrupt.signal,
        progress: ({ done, total }) => showProgress(`${sized(done)} of ${sized(total)}`),
      },
    );
  } finally {
    process.off('SIGINT', stop);
    showProgress('');
  }
}
