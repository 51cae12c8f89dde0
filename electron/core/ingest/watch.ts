import { existsSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { watch, type FSWatcher } from 'chokidar';

const settle = 40; // lines come in bursts: one run takes them all

/** Calls back soon after something changed in the Claude folders. What it misses, the next rescan finds. */
export class Watch {
  readonly #changed: () => void;
  readonly #watchers = new Map<string, FSWatcher>();
  #timer: NodeJS.Timeout | undefined;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Watches these folders and no others. */
  follow(roots: readonly string[]): void {
    for (const [root, watcher] of this.#watchers) {
      if (roots.includes(root)) continue;
      this.#watchers.delete(root);
      void watcher.close();
    }
    for (const root of roots) {
      if (this.#watchers.has(root) || !existsSync(root)) continue;
      const projects = join(root, 'projects');
      const places = existsSync(projects) ? [realpathSync(projects), join(root, 'history.jsonl')] : [root];
      const watcher = watch(places, { ignoreInitial: true, followSymlinks: false, ignored });
      watcher.on('all', () => this.#soon());
      watcher.on('raw', () => this.#soon()); // `all` leaves out what comes within 50 ms of the change before
      watcher.on('ready', () => this.#soon()); // what happened while it was getting ready
      watcher.on('error', () => undefined); // out of watches, or the folder went: the rescan sees it
      this.#watchers.set(root, watcher);
    }
  }

  #soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#changed();
    }, settle);
  }

  stop(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) void watcher.close();
    this.#watchers.clear();
  }
}

/** Outputs and memories change often and say nothing that a transcript does not announce. */
const ignored = (path: string) => ['tool-results', 'memory'].includes(basename(path));
