import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { loadConfig } from '../core/config.ts';
import { openDatabase } from '../database/database.ts';
import type { Database } from '../database/database.ts';

/** Transactions that are open at once: a kill finds them in different places, some waiting for one sync of the log. */
const WRITERS = 6;

async function write(database: Database, of: number): Promise<never> {
  for (let n = 0; ; n++) {
    const slug = `p${process.pid}-${of}-${n}`;
    const write = database.withSystem('test', async (db) => {
      const { id } = await db
        .insertInto('organizations')
        .values({ name: slug, slug })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db.insertInto('settings').values({ organization_id: id }).execute();
    });
    // Where PostgreSQL has died the pair is not reported as kept; the next one is tried until it runs again.
    await write.then(
      () => process.stdout.write(`${slug}\n`),
      () => setTimeout(20),
    );
  }
}

/**
 * A process of its own for tests that kill it: opens the database of its environment, says 'open', and then writes
 * pairs of rows for ever, several at once, with the name of each pair on a line once it is committed. Refused, it says
 * why and ends. A PostgreSQL that dies below it is no reason to end.
 */
try {
  const database = await openDatabase(loadConfig(process.env), pino({ level: 'silent' }));
  process.stdout.write('open\n');
  await Promise.all(Array.from({ length: WRITERS }, (_, of) => write(database, of)));
} catch (error) {
  process.stdout.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
