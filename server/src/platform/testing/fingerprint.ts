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
      `select string_agg(row.content, E'\\n' order by row.content) as content from ${name} t, lateral (
         select jsonb_object_agg(key, value)::text as content from jsonb_each(to_jsonb(t)) where value <> 'null') row`,
    );
    // A later version's table has none yet, nor has a row anything in its columns.
    if (rows[0]?.content) digest.update(`${name}\n${rows[0].content}\n`);
  }
  return digest.digest('hex');
}
