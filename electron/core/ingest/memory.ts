const generation = 100_000;
export const longestMemory = 2 * generation;

/**
 * What a transcript's records are known by. A record may refer to any before it but seldom refers far, so of a file
 * that never ends the last hundred thousand or two are remembered: a full generation pushes out the one before it.
 */
export class Memory<V> {
  #young = new Map<string, V>();
  #old = new Map<string, V>();

  get(key: string): V | undefined {
    return this.#young.get(key) ?? this.#old.get(key);
  }

  has(key: string): boolean {
    return this.#young.has(key) || this.#old.has(key);
  }

  set(key: string, value: V): void {
    if (this.#young.size >= generation) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}
