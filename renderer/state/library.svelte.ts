import type { Info, Project } from '../../shared/schemas.ts';
import { messageOf } from '../lib/failure.ts';
import { projectNames, tail } from '../lib/projects.ts';
import type { Link } from './link.svelte.ts';

/** What there is in all: the projects and the totals. */
export class Library {
  #projects = $state.raw<readonly Project[]>([]);
  #info = $state.raw<Info | null>(null);
  #error = $state<string | null>(null);
  readonly #names = $derived(projectNames(this.#projects.map(({ project }) => project)));
  readonly #link: Link;

  constructor(link: Link) {
    this.#link = link;
  }

  get projects(): readonly Project[] {
    return this.#projects;
  }

  get info(): Info | null {
    return this.#info;
  }

  get error(): string | null {
    return this.#error;
  }

  nameOf(project: string): string {
    return this.#names.get(project) ?? tail(project);
  }

  async load(): Promise<void> {
    try {
      const [info, { projects }] = await Promise.all([
        this.#link.call('app.info', {}),
        this.#link.call('projects.list', {}),
      ]);
      this.#info = info;
      this.#projects = projects.toSorted((a, b) => (b.lastActive ?? 0) - (a.lastActive ?? 0));
      this.#error = null;
    } catch (error) {
      this.#error = messageOf(error);
    }
  }
}
