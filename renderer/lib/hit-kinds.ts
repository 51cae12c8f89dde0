import Brain from '@lucide/svelte/icons/brain';
import CornerDownRight from '@lucide/svelte/icons/corner-down-right';
import CircleQuestionMark from '@lucide/svelte/icons/circle-question-mark';
import FoldVertical from '@lucide/svelte/icons/fold-vertical';
import Image from '@lucide/svelte/icons/image';
import Info from '@lucide/svelte/icons/info';
import MessageSquare from '@lucide/svelte/icons/message-square';
import Paperclip from '@lucide/svelte/icons/paperclip';
import ScrollText from '@lucide/svelte/icons/scroll-text';
import TriangleAlert from '@lucide/svelte/icons/triangle-alert';
import UserRound from '@lucide/svelte/icons/user-round';
import Webhook from '@lucide/svelte/icons/webhook';
import type { Hit, Kind } from '../../shared/schemas.ts';
import type { Icon } from './icon.ts';
import { toolIcon, toolName } from './tools.ts';

const kinds: Record<Kind, readonly [name: string, icon: Icon | null]> = {
  prompt: ['You', UserRound],
  answer: ['Claude', MessageSquare],
  summary: ['Summary', ScrollText],
  thinking: ['Thought', Brain],
  tool_call: ['Call', null],
  tool_result: ['Output', CornerDownRight],
  image: ['Image', Image],
  error: ['Error', TriangleAlert],
  compaction: ['Compaction', FoldVertical],
  note: ['Note', Info],
  hook: ['Hook', Webhook],
  attachment: ['Context', Paperclip],
  unknown: ['Unknown record', CircleQuestionMark],
};

export const hitIcon = ({ kind, tool }: Pick<Hit, 'kind' | 'tool'>): Icon => kinds[kind][1] ?? toolIcon(tool);

/** "You", "Bash", "Output of Bash". */
export function hitName({ kind, tool }: Hit): string {
  if (tool === null) return kinds[kind][0];
  if (kind === 'tool_call') return toolName(tool);
  return kind === 'tool_result' ? `Output of ${toolName(tool)}` : `${kinds[kind][0]} · ${toolName(tool)}`;
}
