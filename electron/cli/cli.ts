import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { version } from '../../package.json';
import { AppError, toWire } from '../../shared/errors.ts';
import { startHost } from '../core/host.ts';
import { readLocations } from '../core/options.ts';
import { UsageError, type Command, type Invocation } from './command.ts';
import { commands } from './commands.ts';
import { help } from './help.ts';
import { threads } from './places.ts';
import { refresh } from './refresh.ts';
import { printJson, printLine, tolerateClosedPipe } from './terminal.ts';

const everyCommand = {
  'claude-dir': { type: 'string', multiple: true },
  'data-dir': { type: 'string' },
  refresh: { type: 'boolean', default: true },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} satisfies ParseArgsOptionsConfig;

const seeHelp = '`turnstone --help` lists what there is.';
const takesValue = (arg: string | undefined) => arg === '--claude-dir' || arg === '--data-dir';

async function main(args: readonly string[]): Promise<void> {
  const name = args.find((arg, at) => !arg.startsWith('-') && !takesValue(args[at - 1]));
  if (name === undefined) {
    if (args.some((arg) => arg === '--version' || arg === '-v')) return printLine(version);
    if (args.length === 0 || args.some((arg) => arg === '--help' || arg === '-h')) return printLine(help());
    throw new UsageError(`No command was given. ${seeHelp}`);
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(`There is no command “${name}”. ${seeHelp}`);
  const { values, positionals } = parse(command, args);
  if (values['help'] === true) {
    return printLine(
      [`turnstone ${name} ${command.usage}`, command.summary, command.details].filter(Boolean).join('\n'),
    );
  }
  const rest = positionals.slice(1);
  const [least, most] = command.args;
  if (rest.length < least || rest.length > most) {
    throw new UsageError(`Usage: turnstone ${name} ${command.usage}`);
  }
  await run(command, args, rest, values);
}

async function run(
  command: Command,
  argv: readonly string[],
  args: string[],
  values: Record<string, unknown>,
): Promise<void> {
  const host = await startHost({ ...readLocations(argv), version, threads, follow: command.follow ?? false });
  try {
    if (command.refresh && values['refresh'] === true) await refresh(host.client);
    const options = values as Invocation['options'];
    await command.run({ host, client: host.client, json: values['json'] === true, args, options });
  } finally {
    await host.stop();
  }
}

function parse(command: Command, args: readonly string[]) {
  try {
    const options = { ...everyCommand, ...command.options };
    return parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true });
  } catch (error) {
    const [sentence = ''] = String((error as Error).message).split(/\.\s/);
    throw new UsageError(`${sentence.replace(/\.$/, '')}. ${seeHelp}`);
  }
}

/** The exit code, after one sentence on stderr (and the error as JSON for programs). */
function report(error: unknown, json: boolean): number {
  const { code, message, details } =
    error instanceof UsageError ? { code: 'usage', message: error.message } : toWire(error);
  if (json) printJson({ error: { code, message, details } });
  process.stderr.write(`turnstone: ${message}\n`);
  if (error instanceof UsageError) return 2;
  return error instanceof AppError && error.code === 'refused' ? 3 : 1;
}

tolerateClosedPipe();
const argv = process.argv.slice(2);
try {
  await main(argv);
} catch (error) {
  process.exitCode = report(error, argv.includes('--json'));
}
