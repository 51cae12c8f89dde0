import { markEnd, markStart } from '../../../shared/marks.ts';
import type { Stretch } from './highlight.ts';

const length = 180;
const lead = 50;
/** A cut moves so far to fall between two words. */
const reach = 15;

interface Place {
  readonly stretch: Stretch;
  readonly term: number;
}

/**
 * The part of a text that shows most of what was asked for, with each match between two marks. `matches` has, for
 * each term, where it stands.
 */
export function snippetOf(text: string, matches: readonly (readonly Stretch[])[]): string {
  const places = matches
    .flatMap((stretches, term) => stretches.map((stretch): Place => ({ stretch, term })))
    .sort((a, b) => a.stretch[0] - b.stretch[0] || b.stretch[1] - a.stretch[1]);
  const first = bestOf(places);
  const start = first === null ? 0 : cut(text, Math.max(0, first - lead), 1);
  const end = cut(text, Math.min(text.length, start + length), -1);
  const body = marked(text, start, end, places);
  return (start > 0 ? '…' : '') + body.replace(/\s+/g, ' ').trim() + (end < text.length ? '…' : '');
}

/** Where the window begins that holds the most different terms, then the most matches. */
function bestOf(places: readonly Place[]): number | null {
  let best: { start: number; worth: number } | null = null;
  for (const [at, { stretch }] of places.entries()) {
    const terms = new Set<number>();
    let count = 0;
    for (let next = at; next < places.length; next += 1) {
      const place = places[next];
      if (!place || place.stretch[1] > stretch[0] + length - lead) break;
      terms.add(place.term);
      count += 1;
    }
    const worth = terms.size * 1000 + Math.min(count, 999);
    if (!best || worth > best.worth) best = { start: stretch[0], worth };
  }
  return best?.start ?? null;
}

/** Near a place, where no word and no pair of surrogates is cut in two. */
function cut(text: string, place: number, direction: 1 | -1): number {
  if (place === 0 || place === text.length) return place;
  for (let step = 0; step < reach; step += 1) {
    const at = place + step * direction;
    if (/\s/.test(text.charAt(direction === 1 ? at - 1 : at))) return at;
  }
  return /[\udc00-\udfff]/.test(text.charAt(place)) ? place + direction : place;
}

function marked(text: string, start: number, end: number, places: readonly Place[]): string {
  let body = '';
  let at = start;
  for (const { stretch } of places) {
    const [from, to] = [Math.max(stretch[0], at), Math.min(stretch[1], end)];
    if (from >= to) continue;
    body += text.slice(at, from) + markStart + text.slice(from, to) + markEnd;
    at = to;
  }
  return body + text.slice(at, end);
}
