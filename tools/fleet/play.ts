import type { Fleet } from './fleet.ts';

/** What is played, and what was seen; it throws where what must hold does not. */
export type Play = {
  name: string;
  /** Seconds, not minutes: it runs with the tests. */
  isFast: boolean;
  run: (fleet: Fleet) => Promise<string>;
};

export function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

/** Seconds since then, to be read. */
export const seconds = (since: number) => ((performance.now() - since) / 1_000).toFixed(2);

export const wait = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1_000));
