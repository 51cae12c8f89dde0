/** What one provider's key looks like. */
export interface Rule {
  readonly rule: string;
  readonly provider: string;
  /** Every match holds one of these, as it is written: a text without any of them is not looked at. */
  readonly keywords: readonly string[];
  /** With the flags `g` and `d`; the first group, where there is one, is the secret. */
  readonly pattern: RegExp;
  /** What the shape alone does not prove. */
  readonly isReal?: (value: string) => boolean;
}

export const rule = (
  name: string,
  provider: string,
  keywords: string | readonly string[],
  pattern: RegExp,
  isReal?: Rule['isReal'],
): Rule => ({
  rule: name,
  provider,
  keywords: typeof keywords === 'string' ? [keywords] : keywords,
  pattern: new RegExp(pattern.source, `gd${pattern.flags}`),
  ...(isReal && { isReal }),
});
