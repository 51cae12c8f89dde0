import { codes, firstTool, type Outline } from '../../shared/outline.ts';

export type Abandoned = Outline['abandoned'][number];
export type Prompt = Outline['prompts'][number];

/** A transcript's outline, ready to be asked by position. */
export interface Shape {
  readonly outline: Outline;
  readonly total: number;
  /** A letter of `codes`; empty beyond the end. */
  kind(position: number): string;
  tool(position: number): string;
  results(call: number): readonly number[];
  /** The call that a result answers. */
  call(result: number): number | undefined;
  /** 0 for the conversation as it stands. */
  branch(position: number): number;
  failed(position: number): boolean;
}

export function shapeOf(outline: Outline): Shape {
  const { kinds, tools, toolOf, answers, branches, errors } = outline;
  const names = new Map<number, string>();
  const results = new Map<number, number[]>();
  const calls = new Map<number, number>();
  for (let position = 0, call = 0, result = 0; position < kinds.length; position += 1) {
    const kind = kinds[position];
    if (kind === codes.tool_call) names.set(position, tools[toolOf.charCodeAt(call++) - firstTool] ?? '');
    if (kind !== codes.tool_result) continue;
    const distance = answers[result++] ?? 0;
    if (distance === 0) continue;
    calls.set(position, position - distance);
    const known = results.get(position - distance);
    if (known) known.push(position);
    else results.set(position - distance, [position]);
  }
  const branchOf = new Uint16Array(kinds.length);
  for (const [from, to, branch] of branches) branchOf.fill(branch, from, to);
  const failures = new Set(errors);
  return {
    outline,
    total: outline.total,
    kind: (position) => kinds[position] ?? '',
    tool: (position) => names.get(position) ?? '',
    results: (call) => results.get(call) ?? [],
    call: (result) => calls.get(result),
    branch: (position) => branchOf[position] ?? 0,
    failed: (position) => failures.has(position),
  };
}

/** Stretches of the same place in the conversation: what a rewind left behind, by what came instead. */
export function versionsAt(shape: Shape): Map<number, Abandoned[]> {
  const found = new Map<number, Abandoned[]>();
  for (const one of shape.outline.abandoned) {
    const place = one.instead ?? one.head;
    const known = found.get(place);
    if (known) known.push(one);
    else found.set(place, [one]);
  }
  return found;
}
