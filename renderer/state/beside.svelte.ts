import type { Place, Spot } from '../lib/route.ts';
import type { App } from './app.svelte.ts';
import { Reader } from './reader.svelte.ts';
import type { Route } from './route.svelte.ts';

/** The way of the second transcript: the window's own, with its place in the stead of the first's. */
class BesideRoute implements Pick<Route, 'place' | 'arrival' | 'go' | 'note' | 'href'> {
  #arrival = $state.raw({ flash: false });
  readonly #route: Route;

  constructor(route: Route) {
    this.#route = route;
  }

  get place(): Place {
    const { session, file, position } = this.#route.place.beside ?? { session: null, file: null, position: null };
    return { ...this.#route.place, session, file, position };
  }

  get arrival(): { readonly flash: boolean } {
    return this.#arrival;
  }

  go(change: Partial<Place>, options: { replace?: boolean; flash?: boolean } = {}): void {
    this.#route.go({ beside: this.#spot(change) }, options);
    this.#arrival = { flash: options.flash ?? false };
  }

  note(position: number): void {
    this.#route.go({ beside: this.#spot({ position }) }, { replace: true });
  }

  href(change: Partial<Place>): string {
    return this.#route.href({ beside: this.#spot(change) });
  }

  #spot(change: Partial<Place>): Spot | null {
    const { session, file, position } = { ...this.place, ...change };
    return session === null ? null : { session, file, position };
  }
}

/**
 * The window as a second transcript sees it: the same app, but what is open and where it leads are its own. So the
 * same components show both.
 */
export function besideOf(app: App): { app: App; reader: Reader; route: BesideRoute } {
  const reader = new Reader(app.link);
  const route = new BesideRoute(app.route);
  return { app: Object.create(app, { reader: { value: reader }, route: { value: route } }) as App, reader, route };
}
