/** Words as they are written in the middle of a sentence. */
export const lowered = <W extends Record<string, string>, N extends keyof W>(words: W, names: readonly N[]) =>
  Object.fromEntries(
    names.map((name) => [name, (words[name] ?? '').charAt(0).toLowerCase() + (words[name] ?? '').slice(1)]),
  ) as Record<N, string>;
