import type { Kind, Role } from '../../../../shared/schemas.ts';
import { joint, jointed, markEnd, markStart } from '../../../../shared/marks.ts';
import { asList, asObject, asText, isObject } from '../parse.ts';

/** A text on its way into the index: as UTF-8 once it has travelled between threads. */
export type Text = string | Uint8Array;

/** Something a transcript shows and search finds: one block of one record. */
export interface Block<T extends Text = string> {
  readonly kind: Kind;
  readonly role: Role;
  readonly text: T;
  /** The text as the full-text index takes it, where that is another one. */
  readonly indexed?: T | undefined;
  /** What kind of that kind: `queued` of prompts, the system's subtype of notes, the type of attachments. */
  readonly subtype?: string | null | undefined;
  readonly tool?: string | null | undefined;
  /** Of a call, its own; of a result, the call it answers. */
  readonly toolUseId?: string | null | undefined;
  /** Of the result of a subagent's call, the subagent. */
  readonly agent?: string | null | undefined;
  readonly error?: boolean | undefined;
  readonly image?: boolean | undefined;
}

export const note = (text: string, subtype: string | null = null): Block => ({
  kind: 'note',
  role: 'system',
  text,
  subtype,
});

/** Worked out while parsing, so that the thread that writes need not look at every text. */
export function withIndexed(block: Block): Block {
  const indexed = jointed(block.text);
  return indexed === block.text ? block : { ...block, indexed };
}

export const unknown = (value: unknown, subtype: string): Block => ({
  kind: 'unknown',
  role: 'system',
  text: stringsIn(value).join('\n'),
  subtype,
});

/** A string as it is; of a list, the text of its text blocks and whatever words the others hold. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return asList(content)
    .map((block) => {
      const { type, text, source: _picture, ...rest } = asObject(block);
      return type === 'text' ? (asText(text) ?? '') : stringsIn(rest).join('\n');
    })
    .filter((text) => text !== '')
    .join('\n');
}

export const hasImage = (content: unknown) => asList(content).some((block) => asObject(block)['type'] === 'image');

const deepest = 200;
const picture = /^[A-Za-z0-9+/]{2048,}={0,2}$/;

/** Every text in a value, in order, without the names of its fields and without pictures. */
export function stringsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return value === '' || picture.test(value) ? [] : [value];
  if (depth > deepest) return [];
  if (Array.isArray(value)) return value.flatMap((item) => stringsIn(item, depth + 1));
  return isObject(value) ? Object.values(value).flatMap((item) => stringsIn(item, depth + 1)) : [];
}

/** NUL ends strings in C, our own marks must mean matches, and half a character is none: none belongs in a text. */
const unstorable = new RegExp(`[\\0${markStart}${markEnd}${joint}]`, 'g');
export const storable = (text: string) => text.toWellFormed().replace(unstorable, '\uFFFD');
