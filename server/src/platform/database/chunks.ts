/** What is too much for one statement, in its order, in parts of at most so many. */
export function* partsOf<T>(items: readonly T[], most: number): Generator<T[]> {
  for (let from = 0; from < items.length; from += most) yield items.slice(from, from + most);
}
