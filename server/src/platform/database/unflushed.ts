import { sql } from 'kysely';

/**
 * For the `from` of a statement whose transaction writes nothing that was promised to anybody, such as counts of limits:
 * its commit does not wait for the disk. What it wrote in the half second before a crash of the database may be lost.
 */
export const unflushed = sql`set_config('synchronous_commit', 'off', true) as unflushed`;
