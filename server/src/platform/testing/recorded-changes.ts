import type { Database } from '../database/database.ts';

type Row = Record<string, unknown>;

/** One row that was written. `transaction` is the same for all that was written together. */
export type RecordedChange = {
  table: string;
  /** INSERT, UPDATE or DELETE. */
  kind: string;
  before: Row | null;
  after: Row | null;
  transaction: string;
};

export type Recorder = {
  /** What was committed since the last call, in the order of writing. */
  take(): Promise<RecordedChange[]>;
};

/**
 * From now on every row that is written to any table is kept beside it: what is rolled back leaves nothing, what is
 * written and put back as it was leaves both. Costs less than a fingerprint of the whole database before and after.
 */
export async function recordChanges({ pool }: Pick<Database, 'pool'>): Promise<Recorder> {
  await pool.query(`
    create table recorded_changes (
      id bigint generated always as identity, name text not null, kind text not null, before jsonb, after jsonb,
      transaction text not null
    );
    create function record_change() returns trigger language plpgsql security definer as $$
    begin
      insert into public.recorded_changes (name, kind, before, after, transaction)
      values (tg_table_schema || '.' || tg_table_name, tg_op, to_jsonb(old), to_jsonb(new), pg_current_xact_id()::text);
      return null;
    end $$`);
  const { rows } = await pool.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> 'recorded_changes' order by 1, 2`,
  );
  for (const { schema, name } of rows)
    await pool.query(
      `create trigger recorded after insert or update or delete on "${schema}"."${name}"
       for each row execute function public.record_change()`,
    );
  return {
    take: async () => {
      const taken = await pool.query<RecordedChange & { id: number }>(
        `with taken as (delete from recorded_changes returning *)
         select name as table, kind, before, after, transaction from taken order by id`,
      );
      return taken.rows;
    },
  };
}

/** Those that touch a row which names one of these ids in a column of its own, before or after. */
export function changesOf(ids: ReadonlySet<string>, changes: readonly RecordedChange[]): RecordedChange[] {
  const names = (row: Row | null) => Object.values(row ?? {}).some((value) => ids.has(String(value)));
  return changes.filter(({ before, after }) => names(before) || names(after));
}
