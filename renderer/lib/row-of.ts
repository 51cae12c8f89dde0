/** The row of a transcript that a node is in: the outer one, where a subagent's transcript is unfolded inside it. */
export function rowOf(node: Node | null): HTMLElement | null {
  const element = node instanceof Element ? node : (node?.parentElement ?? null);
  let row: HTMLElement | null = null;
  for (let at = element?.closest<HTMLElement>('[data-row]'); at; at = at.parentElement?.closest('[data-row]')) row = at;
  return row;
}
