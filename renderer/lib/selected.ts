/** What is selected within a part of the page. */
export function selectedIn(part: Element | null): string {
  const selection = document.getSelection();
  const node = selection?.anchorNode;
  return selection && node && part?.contains(node) ? selection.toString().trim() : '';
}
