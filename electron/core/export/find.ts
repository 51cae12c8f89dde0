import { findSecrets } from '../secrets/detect.ts';
import type { Find } from './clean.ts';

/** What merely looks random is mostly something else, and a text without it would not be worth much. */
export const find: Find = (text) => findSecrets(text).filter(({ certainty }) => certainty !== 'possible');
