/** Does batch after batch of at most `size` until one is not full; how many there were in all. */
export async function untilDone(size: number, doBatch: () => Promise<number>): Promise<number> {
  let done = 0;
  for (;;) {
    const batch = await doBatch();
    done += batch;
    if (batch < size) return done;
  }
}

/** The items in their order, in chunks of at most `size`. */
export function* chunksOf<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
