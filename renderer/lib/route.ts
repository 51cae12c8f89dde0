import {
  sessionMarks,
  sessionSorts,
  sessionViews,
  type SessionMark,
  type SessionSort,
  type SessionView,
} from '../../shared/schemas.ts';

/** What the list pane can show: sessions by one of their views, or something else that is kept or counted. */
export const placeViews = [...sessionViews, 'bookmarks', 'collection', 'secrets', 'storage'] as const;
export type PlaceView = (typeof placeViews)[number];

/** Where the window is. All of it is in the address, so that back, forward, reload and a copied link work. */
export interface Place {
  /** What is listed: a view; of sessions, a folder (null: all), marks that narrow it, and the order. */
  readonly view: PlaceView;
  readonly project: string | null;
  /** Which bookmarks are listed: those with this tag; null: all. */
  readonly tag: string | null;
  /** Which collection is listed. */
  readonly collection: number | null;
  readonly marks: readonly SessionMark[];
  readonly sort: SessionSort;
  readonly query: string;
  readonly session: string | null;
  /** A subagent's transcript; null is the main one. */
  readonly file: string | null;
  readonly position: number | null;
  /** A second transcript beside the first. */
  readonly beside: Spot | null;
}

/** A place in a transcript. */
export interface Spot {
  readonly session: string;
  readonly file: string | null;
  readonly position: number | null;
}

/** All sessions, and nothing searched for. Whoever goes to another list begins with it: `{ ...everything, view }`. */
export const everything = { view: 'all', project: null, tag: null, collection: null, query: '' } as const;

export const start: Place = {
  ...everything,
  marks: [],
  sort: 'newest',
  session: null,
  file: null,
  position: null,
  beside: null,
};

export const isSessionView = (view: PlaceView): view is SessionView => sessionViews.some((one) => one === view);

export function parse(hash: string): Place {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const params = new URLSearchParams(search);
  const chosen = params.getAll('mark');
  return {
    ...listIn(path, params),
    marks: sessionMarks.filter((mark) => chosen.includes(mark)),
    sort: sessionSorts.find((sort) => sort === params.get('sort')) ?? 'newest',
    query: params.get('q') ?? '',
    session: params.get('session'),
    file: params.get('file'),
    position: positionIn(params.get('at')),
    beside: besideIn(params),
  };
}

function listIn(path: string, params: URLSearchParams): Pick<Place, 'view' | 'project' | 'tag' | 'collection'> {
  const rest = path.slice(path.indexOf('/') + 1);
  if (path.startsWith('project/')) return { ...everything, project: decode(rest) };
  if (path.startsWith('collection/')) {
    const collection = positionIn(rest);
    return collection === null ? everything : { ...everything, view: 'collection', collection };
  }
  const view = placeViews.find((one) => one === path && one !== 'collection') ?? 'all';
  return { ...everything, view, tag: view === 'bookmarks' ? params.get('tag') : null };
}

const positionIn = (at: string | null) => (at !== null && /^\d{1,9}$/.test(at) ? Number(at) : null);

function besideIn(params: URLSearchParams): Spot | null {
  const session = params.get('beside');
  if (!session) return null;
  return { session, file: params.get('beside-file'), position: positionIn(params.get('beside-at')) };
}

export function format(place: Place): string {
  const { view, tag, marks, sort, query, session, file, position, beside } = place;
  const params = new URLSearchParams();
  if (view === 'bookmarks' && tag !== null) params.set('tag', tag);
  for (const mark of marks) params.append('mark', mark);
  if (sort !== 'newest') params.set('sort', sort);
  if (query) params.set('q', query);
  if (session !== null) params.set('session', session);
  if (file !== null) params.set('file', file);
  if (position !== null) params.set('at', String(position));
  if (beside) {
    params.set('beside', beside.session);
    if (beside.file !== null) params.set('beside-file', beside.file);
    if (beside.position !== null) params.set('beside-at', String(beside.position));
  }
  const search = params.toString();
  return `#/${pathOf(place)}${search ? `?${search}` : ''}`;
}

function pathOf({ view, project, collection }: Place): string {
  if (project !== null) return `project/${encodeURIComponent(project)}`;
  return view === 'collection' ? `collection/${collection ?? ''}` : view;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null; // a mangled link: show everything rather than nothing
  }
}
