// As much of lowlight as the export needs. Its own types bring those of a browser's page along, which core has not.
export interface Text {
  readonly type: 'text';
  readonly value: string;
}
export interface Element {
  readonly type: 'element';
  readonly properties: { readonly className?: unknown };
  readonly children: readonly Node[];
}
export type Node = Text | Element | { readonly type: 'comment' | 'doctype' };

export declare const common: Readonly<Record<string, object>>;
export declare function createLowlight(grammars: typeof common): {
  registered(language: string): boolean;
  highlight(language: string, code: string): { readonly children: readonly Node[] };
};
