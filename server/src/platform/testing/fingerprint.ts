import { createHash } from 'node:crypto';
import type { Database } from '../database/database.ts';

/**
 * A digest of every row of every table, when it was migrated and the queue of jobs aside: equal before and after means
 * that nothing was changed.
 */
export async function fingerprint(database: Pick<Database, 'pool'>): Promise<string> {
  const tables = await database.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'auth', 'mail') and tablename not in ('schema_migrations', 'schema_sql') order by 1`,
  );
  const digest = createHash('sha256');
  for (const { name } of tables.rows) {
    const { rows } = await database.pool.query<{ content: string | null }>(
      `select string_agg(t::text, E'\\n' order by t::text) as content from ${name} t`,
    );
    // A later version's table has none yet.
    if (rows[0]?.content) digest.update(`${name}\n${rows[0].content}\n`);
  }
  return digest.digest('hex');
}
