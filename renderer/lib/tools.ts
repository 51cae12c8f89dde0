import Bot from '@lucide/svelte/icons/bot';
import FilePen from '@lucide/svelte/icons/file-pen';
import FileText from '@lucide/svelte/icons/file-text';
import Globe from '@lucide/svelte/icons/globe';
import ListChecks from '@lucide/svelte/icons/list-checks';
import MessageCircleQuestion from '@lucide/svelte/icons/message-circle-question-mark';
import NotebookPen from '@lucide/svelte/icons/notebook-pen';
import Plug from '@lucide/svelte/icons/plug';
import Search from '@lucide/svelte/icons/search';
import Terminal from '@lucide/svelte/icons/terminal';
import Wrench from '@lucide/svelte/icons/wrench';

import type { Icon } from './icon.ts';

export { toolName } from '../../shared/text/notes.ts';

const icons: readonly (readonly [RegExp, Icon])[] = [
  [/^mcp__/, Plug],
  [/^(Bash|BashOutput|KillShell|PowerShell|Monitor)$/, Terminal],
  [/^(Read|NotebookRead)$/, FileText],
  [/^(Edit|MultiEdit|Write|NotebookEdit)$/, FilePen],
  [/^(Grep|Glob|LS|ToolSearch)$/, Search],
  [/^(Task|Agent|SendMessage)$/, Bot],
  [/^AskUserQuestion$/, MessageCircleQuestion],
  [/^Web/, Globe],
  [/^(Todo|Task)/, ListChecks],
  [/^(ExitPlanMode|EnterPlanMode|Skill)$/, NotebookPen],
];

export const toolIcon = (tool: string | null) => icons.find(([names]) => names.test(tool ?? ''))?.[1] ?? Wrench;
