import type { Count } from '../run/results.ts';
import { startFleet } from './fleet.ts';
import { PLAYS } from './plays.ts';
import type { Programs } from './programs.ts';

/** Starts a fleet, plays what may happen to it, prints each play as a row of a table, and ends the fleet. */
export async function runFleet(programs: Programs, { isFastOnly }: { isFastOnly: boolean }): Promise<Count> {
  const fleet = await startFleet(programs);
  const plays = PLAYS.filter(({ isFast }) => isFast || !isFastOnly);
  const names: string[] = [];
  try {
    for (const { name, run } of plays) {
      const told = await run(fleet).catch((error: unknown) => {
        names.push(`fleet: ${name}`);
        return `FAILED: ${error instanceof Error ? error.message : String(error)}`;
      });
      console.log(`| ${name} | ${told} |`);
    }
  } finally {
    await fleet.stop();
  }
  return { passed: plays.length - names.length, failed: names.length, names };
}
