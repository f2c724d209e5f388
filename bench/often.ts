const TIMES = 300;

/** What each of many readings took, one after the other. */
export async function readOften(read: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let nth = 0; nth < TIMES; nth++) times.push(await read());
  return times;
}

/** The value below which such a share of them is. */
export const percentile = (values: number[], share: number) =>
  values.toSorted((one, next) => one - next)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? Number.NaN;
