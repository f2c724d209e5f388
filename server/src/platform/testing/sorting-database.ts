import pg from 'pg';
import { openEmbedded } from '../database/embedded.ts';

/**
 * A process of its own for tests that run it where memory is scarce: lets the embedded database of a folder sort, index
 * and join more rows than fit into what one statement may take, and says how many came of it.
 */
const { url, close } = await openEmbedded(process.env['DATA_DIR'] ?? '');
const client = new pg.Client({ connectionString: url });
await client.connect();
await client.query(`create table numbers as
  select n, repeat(md5(n::text), 12) as text from generate_series(1, 200000) as n; analyze numbers`);
await client.query('create index on numbers (text)');
const { rows } = await client.query<{ sorted: number; joined: number }>(`select
  (select count(*)::int from (select row_number() over (order by text, n) from numbers) as s) as sorted,
  (select count(*)::int from numbers as a join numbers as b using (n) where a.text <= b.text) as joined`);
process.stdout.write(`${JSON.stringify(rows[0])}\n`);
await client.end();
await close();
