/** Unicode noncharacters around a match: no text may hold them, and ingest replaces them, so a transcript cannot fake one. */
export const markStart = '\uFDD0';
export const markEnd = '\uFDD1';
/**
 * Stands between two characters of a script without blanks, in what is indexed, so that each is a word of its own. Of
 * the noncharacters SQLite takes this one for a blank, but those above for letters.
 */
export const joint = '\uFFFE';

export interface Piece {
  readonly text: string;
  readonly match: boolean;
}

/** A marked snippet as pieces to render: `a <match> b` becomes three. */
export function pieces(snippet: string): Piece[] {
  return snippet
    .split(markStart)
    .flatMap((part, index): Piece[] => {
      if (index === 0) return [{ text: part, match: false }];
      const [match = '', rest = ''] = part.split(markEnd);
      return [
        { text: match, match: true },
        { text: rest, match: false },
      ];
    })
    .filter(({ text }) => text !== '');
}

/** Scripts that write words without blanks between them: Thai and its neighbours, Chinese, Japanese, Korean. */
const unspaced =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1100-\\u11ff\\u1780-\\u17ff\\u2e80-\\u2fdf\\u3005-\\u3007\\u3021-\\u3029\\u3031-\\u318f' +
  '\\u31a0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\ua960-\\ua97f\\uac00-\\ud7ff\\uf900-\\ufaff\\uff66-\\uffdc';
/** The rarer Chinese characters, and signs younger than SQLite's tables, which take them for letters. */
const beyond = '\\u{1f900}-\\u{1faff}\\u{20000}-\\u{3ffff}';
/** All of these and a few more, in as few ranges as it takes: this looks at every text there is, so no u flag either. */
const perhapsUnspaced = /[\u0e00-\u18ff\u2e80-\ud7ff\ud83e\ud840-\ud8ff\uf900-\uffdc]/;
/** What fails in most places is looked at first. */
const seam = new RegExp(
  `(?=[${unspaced}${beyond}])(?<=[\\p{L}\\p{N}_])|(?<=[${unspaced}${beyond}])(?=[\\p{L}\\p{N}\\p{M}_])`,
  'gu',
);

/** A text as the index takes it: every character of an unspaced script is a word. */
export const jointed = (text: string) => (perhapsUnspaced.test(text) ? text.replace(seam, joint) : text);

export const unmarked = (snippet: string) => snippet.replaceAll(markStart, '').replaceAll(markEnd, '');
