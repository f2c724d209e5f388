import type { Count } from '../process/results.ts';
import { startFleet } from './fleet.ts';
import { PLAYS } from './plays.ts';
import type { Programs } from './programs.ts';

/** Without what takes minutes, or those alone that have this in their name. */
type Chosen = { isFastOnly: boolean; only?: string };

/** Starts a fleet, plays what may happen to it, prints each play as a row of a table, and ends the fleet. */
export async function runFleet(programs: Programs, { isFastOnly, only = '' }: Chosen): Promise<Count> {
  const fleet = await startFleet(programs);
  const plays = PLAYS.filter(({ isFast, name }) => (isFast || !isFastOnly) && name.includes(only));
  const names: string[] = [];
  try {
    for (const { name, run } of plays) {
      const told = await run(fleet).catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error);
        names.push(`fleet: ${name}: ${why.split('\n', 1)[0]}`);
        return `FAILED: ${why}`;
      });
      console.log(`| ${name} | ${told} |`);
    }
  } finally {
    await fleet.stop();
  }
  return { passed: plays.length - names.length, failed: names.length, names };
}
