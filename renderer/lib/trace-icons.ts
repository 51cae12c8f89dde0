import Archive from '@lucide/svelte/icons/archive';
import Bot from '@lucide/svelte/icons/bot';
import Briefcase from '@lucide/svelte/icons/briefcase';
import Bug from '@lucide/svelte/icons/bug';
import ClipboardPaste from '@lucide/svelte/icons/clipboard-paste';
import ListChecks from '@lucide/svelte/icons/list-checks';
import Database from '@lucide/svelte/icons/database';
import FileClock from '@lucide/svelte/icons/file-clock';
import FileDown from '@lucide/svelte/icons/file-down';
import FileText from '@lucide/svelte/icons/file-text';
import Folder from '@lucide/svelte/icons/folder';
import GitFork from '@lucide/svelte/icons/git-fork';
import History from '@lucide/svelte/icons/history';
import Hourglass from '@lucide/svelte/icons/hourglass';
import Image from '@lucide/svelte/icons/image';
import Library from '@lucide/svelte/icons/library';
import ListTodo from '@lucide/svelte/icons/list-todo';
import Map from '@lucide/svelte/icons/map';
import RadioTower from '@lucide/svelte/icons/radio-tower';
import ScrollText from '@lucide/svelte/icons/scroll-text';
import ShieldAlert from '@lucide/svelte/icons/shield-alert';
import Terminal from '@lucide/svelte/icons/terminal';
import Upload from '@lucide/svelte/icons/upload';
import type { Trace } from '../../shared/purge.ts';
import type { Icon } from './icon.ts';

export const traceIcons: Record<Trace, Icon> = {
  transcript: ScrollText,
  subagent: Bot,
  'tool-result': FileText,
  'session-folder': Folder,
  'file-history': FileClock,
  'image-cache': Image,
  upload: Upload,
  task: ListTodo,
  todo: ListTodo,
  'session-env': Terminal,
  'debug-log': Bug,
  'security-state': ShieldAlert,
  telemetry: RadioTower,
  job: Briefcase,
  temporary: Hourglass,
  history: History,
  paste: ClipboardPaste,
  'plan-file': Map,
  'sessions-index': ListChecks,
  copy: GitFork,
  index: Database,
  library: Library,
  archive: Archive,
  export: FileDown,
};
