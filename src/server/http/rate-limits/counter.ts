/** A counter for each key. A key whose count is 0 takes no memory. */
export class KeyCounter {
  readonly #counts = new Map<string, number>();

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Adds one to the key's count. The returned function subtracts it again. */
  add(key: string): () => void {
    this.#counts.set(key, this.of(key) + 1);
    return () => {
      const count = this.of(key) - 1;
      if (count > 0) this.#counts.set(key, count);
      else this.#counts.delete(key);
    };
  }
}
