import type { Part } from '../../../../shared/detail.ts';
import { storable } from '../../ingest/normalise/block.ts';

/** The beginning of a text, never half a character, and how much was left off. */
export function partOf(text: string | null | undefined, most: number): Part {
  const whole = text ?? '';
  if (whole.length <= most) return { text: storable(whole), more: 0 };
  const splits = (whole.charCodeAt(most) & 0xfc00) === 0xdc00;
  const end = splits ? most - 1 : most;
  return { text: storable(whole.slice(0, end)), more: whole.length - end };
}

const longestTitle = 400;

/** One line for the transcript's own line. */
export function titleOf(text: string | null | undefined): string | null {
  const line = text?.trim().split('\n', 1)[0]?.slice(0, longestTitle).trimEnd();
  return line ? storable(line) : null;
}

export const jsonOf = (value: unknown) => JSON.stringify(value, null, 2) ?? '';
