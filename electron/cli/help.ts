import { commands } from './commands.ts';

export function help(): string {
  const rows = Object.entries(commands).map(([name, { usage, summary }]) => [`${name} ${usage}`.trim(), summary]);
  const width = Math.max(...rows.map(([left = '']) => left.length));
  return [
    'turnstone: browse and search everything Claude Code has kept on this machine',
    '',
    'Usage: turnstone COMMAND [flags]',
    '',
    ...rows.map(([left = '', right = '']) => `  ${left.padEnd(width)}  ${right}`),
    '',
    'Flags of every command:',
    '  --claude-dir DIR   a Claude folder; repeatable (default: $CLAUDE_CONFIG_DIR or ~/.claude)',
    '  --data-dir DIR     where the index is kept (default: the desktop app’s)',
    '  --no-refresh       answer from the index as it is',
    '  --json             print one JSON object',
    '  --help, --version',
    '',
    'Exit codes: 0 done, 1 failed, 2 wrong usage, 3 refused.',
  ].join('\n');
}
