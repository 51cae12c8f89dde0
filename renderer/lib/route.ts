import {
  sessionMarks,
  sessionSorts,
  sessionViews,
  type SessionMark,
  type SessionSort,
  type SessionView,
} from '../../shared/schemas.ts';

/** Where the window is. All of it is in the address, so that back, forward, reload and a copied link work. */
export interface Place {
  /** Which sessions are listed: a view, a folder in it (null: all), marks that narrow it, and the order. */
  readonly view: SessionView;
  readonly project: string | null;
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

export const start: Place = {
  view: 'all',
  project: null,
  marks: [],
  sort: 'newest',
  query: '',
  session: null,
  file: null,
  position: null,
  beside: null,
};

export function parse(hash: string): Place {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const params = new URLSearchParams(search);
  const chosen = params.getAll('mark');
  return {
    view: sessionViews.find((view) => view === path) ?? 'all',
    project: path.startsWith('project/') ? decode(path.slice('project/'.length)) : null,
    marks: sessionMarks.filter((mark) => chosen.includes(mark)),
    sort: sessionSorts.find((sort) => sort === params.get('sort')) ?? 'newest',
    query: params.get('q') ?? '',
    session: params.get('session'),
    file: params.get('file'),
    position: positionIn(params.get('at')),
    beside: besideIn(params),
  };
}

const positionIn = (at: string | null) => (at !== null && /^\d{1,9}$/.test(at) ? Number(at) : null);

function besideIn(params: URLSearchParams): Spot | null {
  const session = params.get('beside');
  if (!session) return null;
  return { session, file: params.get('beside-file'), position: positionIn(params.get('beside-at')) };
}

export function format(place: Place): string {
  const { view, project, marks, sort, query, session, file, position, beside } = place;
  const params = new URLSearchParams();
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
  const path = project === null ? `#/${view}` : `#/project/${encodeURIComponent(project)}`;
  const search = params.toString();
  return search ? `${path}?${search}` : path;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null; // a mangled link: show everything rather than nothing
  }
}
