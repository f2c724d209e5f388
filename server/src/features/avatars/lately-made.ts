/** What was made lately, by name: the latest, and those before them, which are forgotten where nobody asks again. */
export class LatelyMade<T> {
  readonly #kept: number;
  #latest = new Map<string, T>();
  #earlier = new Map<string, T>();

  /** `kept`: of one generation, of which there are two. */
  constructor(kept: number) {
    this.#kept = kept;
  }

  get(name: string, make: () => T): T {
    const known = this.#latest.get(name);
    if (known !== undefined) return known;
    const made = this.#earlier.get(name) ?? make();
    if (this.#latest.size === this.#kept) {
      this.#earlier = this.#latest;
      this.#latest = new Map();
    }
    this.#latest.set(name, made);
    return made;
  }
}
