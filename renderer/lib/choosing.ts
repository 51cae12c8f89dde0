import type { Attachment } from 'svelte/attachments';
import type { Spanned } from '../state/spanned.svelte.ts';
import type { Transcript } from '../state/transcript.svelte.ts';
import { rowOf } from './row-of.ts';

const numberOf = (row: HTMLElement) => Number(row.dataset['row']);

/**
 * Lets messages be chosen in a transcript on screen: a click, then a Shift-click, takes everything between, however
 * far apart; a selection of text takes the messages it begins and ends in. Within one message, text is just selected.
 */
export function choosing(spanned: Spanned, shown: () => Transcript | null): Attachment<HTMLElement> {
  return (scroll) => {
    function press(event: MouseEvent): void {
      const row = event.target instanceof Node ? rowOf(event.target) : null;
      const transcript = shown();
      if (!row || !transcript || event.button !== 0) return;
      const at = numberOf(row);
      if (event.shiftKey && spanned.anchor >= 0 && spanned.anchor !== at) {
        event.preventDefault();
        getSelection()?.removeAllRanges();
        spanned.through(transcript, at);
      } else {
        spanned.clear();
        spanned.anchor = at;
      }
    }

    function selected(): void {
      const selection = getSelection();
      const transcript = shown();
      const [from, to] = [rowOf(selection?.anchorNode ?? null), rowOf(selection?.focusNode ?? null)];
      const inside = from && to && scroll.contains(from) && scroll.contains(to);
      if (!transcript || selection?.isCollapsed || !inside) spanned.unselect();
      else spanned.select(transcript, numberOf(from), numberOf(to));
    }

    scroll.addEventListener('mousedown', press);
    document.addEventListener('selectionchange', selected);
    return () => {
      scroll.removeEventListener('mousedown', press);
      document.removeEventListener('selectionchange', selected);
    };
  };
}

/** The row that a reader means: the one with the focus, or the one clicked last while it is in view; -1 for none. */
export function meantRow(scroll: HTMLElement, { anchor }: Spanned): number {
  const focused = scroll.contains(document.activeElement) ? rowOf(document.activeElement) : null;
  if (focused) return numberOf(focused);
  const clicked = scroll.querySelector(`[data-row="${anchor}"]`)?.getBoundingClientRect();
  const view = scroll.getBoundingClientRect();
  return clicked && clicked.bottom > view.top && clicked.top < view.bottom ? anchor : -1;
}
