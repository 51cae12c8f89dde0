import type { Entry } from '../schemas.ts';

/** What a note, a hook or an attachment is called, in plain words; the transcript's own word where we have none. */
const words: Readonly<Record<string, string>> = {
  away_summary: 'While you were away',
  bash_output: 'Shell output',
  bridge_status: 'Remote control',
  command_output: 'Command output',
  fallback: 'Model changed',
  'frame-link': 'Artifact',
  informational: 'Note',
  init: 'Session began',
  interrupted: 'Interrupted',
  local_command: 'Command',
  'local-command-caveat': 'Caveat',
  meta: 'Note to Claude',
  model_refusal_fallback: 'Model changed after a refusal',
  notification: 'Background task',
  result: 'Result',
  success: 'Result',
  'system-reminder': 'Reminder to Claude',
  turn_duration: 'Turn',

  agent_listing_delta: 'Agents available',
  auto_mode: 'Auto mode on',
  auto_mode_exit: 'Auto mode off',
  command_permissions: 'Permissions of a command',
  compact_file_reference: 'File kept by the compaction',
  date: 'Date',
  date_change: 'A new day',
  deferred_tools_delta: 'Tools available',
  diagnostics: 'Diagnostics',
  directory: 'Folder mentioned',
  edited_text_file: 'File changed outside',
  environment: 'Environment',
  file: 'File mentioned',
  goal_status: 'Goal',
  mcp_instructions_delta: 'Instructions of an MCP server',
  model: 'Model',
  nested_memory: 'Memory',
  opened_file_in_ide: 'File open in the editor',
  plan_mode: 'Plan mode on',
  plan_mode_exit: 'Plan mode off',
  plan_mode_reentry: 'Plan mode on again',
  prompt_snapshot: 'Instructions of the client',
  remote_session_change: 'Remote session',
  selected_lines_in_ide: 'Lines selected in the editor',
  session_context: 'Context of the session',
  silent_turn_reminder: 'Reminder to Claude',
  skill_listing: 'Skills available',
  task_reminder: 'Reminder of tasks',
  ultra_effort_enter: 'More effort',
};

export function nameOfNote({ kind, subtype }: Pick<Entry, 'kind' | 'subtype'>): string {
  if (kind === 'thinking') return 'Thought';
  if (kind === 'summary') return 'Summary of what was compacted';
  if (kind === 'hook') return `Hook ${subtype ?? ''}`.trim();
  if (kind === 'unknown') return `Unknown record “${subtype ?? ''}”`;
  if (kind === 'tool_result') return 'Result';
  const known = words[subtype ?? ''];
  if (known !== undefined) return known;
  const own = (subtype ?? '').replaceAll(/[_-]+/g, ' ').trim();
  return own === '' ? '' : own[0]?.toUpperCase() + own.slice(1);
}

const element = (text: string, name: string) =>
  new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(text)?.[1]?.trim() ?? '';

/** The words of a note, without the elements and brackets that were written for the model. */
export function wordsOfNote({ kind, subtype }: Pick<Entry, 'kind' | 'subtype'>, text: string): string {
  const words = text.trim();
  if (kind === 'unknown') return words === subtype ? '' : words;
  switch (subtype) {
    case 'notification':
      return [element(words, 'summary'), element(words, 'result')].filter(Boolean).join('\n\n') || words;
    case 'interrupted':
      return words.replace(/^\[Request interrupted ?(.*)\]$/, 'Interrupted $1');
    case 'model_refusal_fallback': {
      const [from = '', to = ''] = words.split('\n');
      return `${from} to ${to}`;
    }
    case 'system-reminder':
    case 'local-command-caveat':
      return element(words, subtype) || words;
    default:
      return words;
  }
}

/** "mcp__github__create_issue" reads as "github · create_issue". */
export const toolName = (tool: string | null) => tool?.replace(/^mcp__(.+?)__/, '$1 · ') ?? 'Tool';
