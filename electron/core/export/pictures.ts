import type { Detail } from '../../../shared/detail.ts';
import { AppError } from '../../../shared/errors.ts';
import type { CopyOf } from '../archive/list.ts';
import { readImage } from '../browse/detail/images.ts';
import type { ReadDb } from '../db/handles.ts';

export interface Picture {
  readonly type: string;
  /** Base64. */
  readonly data: string;
}

/** How files of these types begin, in hexadecimal. A drawing with scripts in it (SVG) is none of them. */
const beginnings: Readonly<Record<string, RegExp>> = {
  'image/png': /^89504e470d0a1a0a/,
  'image/jpeg': /^ffd8ff/,
  'image/gif': /^474946383[79]61/,
  'image/webp': /^52494646.{8}57454250/,
};

/** Pictures that may go into a document: those that are what they say they are, and still in the transcript. */
export function picturesOf(
  index: ReadDb,
  place: { session: string; file: string },
  images: Detail['images'],
  copyOf: CopyOf,
): Picture[] {
  return images.flatMap(({ position, index: nth }) => {
    const picture = pictureAt(index, { ...place, position, index: nth }, copyOf);
    return picture && isWhatItSays(picture) ? [picture] : [];
  });
}

function pictureAt(index: ReadDb, at: Parameters<typeof readImage>[1], copyOf: CopyOf): Picture | null {
  try {
    return readImage(index, at, copyOf);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null; // the document says that one was there
    throw error;
  }
}

const isWhatItSays = ({ type, data }: Picture) =>
  beginnings[type]?.test(Buffer.from(data.slice(0, 24), 'base64').toString('hex')) ?? false;
