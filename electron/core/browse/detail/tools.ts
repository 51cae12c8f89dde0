import { asText } from '../../ingest/parse.ts';
import type { Call, Show, Shown } from './call.ts';
import { jsonOf, partOf, titleOf } from './part.ts';
import { edit, read, search, write } from './tools-files.ts';
import { shell } from './tools-shell.ts';
import { webFetch, webSearch } from './tools-web.ts';
import { agent, plan, question, task, todos } from './tools-work.ts';

const known: readonly (readonly [RegExp, Show])[] = [
  [/^(Edit|MultiEdit|NotebookEdit|Update)$/, edit],
  [/^Write$/, write],
  [/^(Read|NotebookRead)$/, read],
  [/^(Grep|Glob|LS|ToolSearch)$/, search],
  [/^(Bash|BashOutput|PowerShell|Monitor|KillShell|KillBash|TaskOutput|TaskStop)$/, shell],
  [/^(Task|Agent|SendMessage)$/, agent],
  [/^(TodoWrite|TodoRead|TaskList)$/, todos],
  [/^(TaskCreate|TaskUpdate|TaskGet)$/, task],
  [/^AskUserQuestion$/, question],
  [/^(ExitPlanMode|exit_plan_mode)$/, plan],
  [/^(WebSearch|web_search)$/, webSearch],
  [/^(WebFetch|web_fetch)$/, webFetch],
];

export function show(call: Call): Shown {
  const one = known.find(([name]) => name.test(call.tool))?.[1] ?? fields;
  return one(call);
}

/** Any other tool, an MCP server's above all: its arguments by name, its output as text. */
function fields({ input, result, most }: Call): Shown {
  const entries = Object.entries(input);
  const first = entries.find(([, value]) => asText(value) !== null);
  return {
    title: titleOf(asText(first?.[1])),
    body: () => ({
      type: 'fields',
      fields: entries.map(([name, value]) => ({ name, value: partOf(asText(value) ?? jsonOf(value), most) })),
      output: result ? partOf(result.text, most) : null,
    }),
  };
}
