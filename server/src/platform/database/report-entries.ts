import { REPORT_ENTRY_KINDS } from '@atalaya/contract/reports';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { ReportEntry } from '@atalaya/contract/reports';
import { rowsOf } from './rows.ts';
import { nullable, number, oneOf, text, uuid } from './columns.ts';
import type { Db } from './database.ts';

/** An instant or a day as entries write it. */
export const isoText = (instant: RawBuilder<unknown>) =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
export const dayText = (day: RawBuilder<unknown>) => sql`to_char(${day}, 'YYYY-MM-DD')`;

const reportEntry = {
  kind: oneOf(...REPORT_ENTRY_KINDS),
  id: uuid,
  opens_id: nullable(uuid),
  name: text,
  detail: nullable(text),
  organization_name: nullable(text),
  at: nullable(text),
  value: number,
};
export type EntryPage = { items: ReportEntry[]; total: number; sum: number };

/** One page of the rows behind a figure, the newest first, and what all of them come to. */
export async function listEntries(db: Db, source: RawBuilder<unknown>, page: number): Promise<EntryPage> {
  const [items, sums] = await Promise.all([
    rowsOf(reportEntry)`
      select e.kind, e.id, e.opens_id, e.name, e.detail, e.organization_name, e.at, e.value::float8 as value
      from (${source}) e order by e.at desc nulls last, e.id desc
      limit ${sql.lit(PAGE_SIZE)} offset ${(page - 1) * PAGE_SIZE}`.execute(db),
    rowsOf({ total: number, sum: number })`
      select count(*)::int as total, coalesce(sum(e.value), 0)::float8 as sum from (${source}) e`.execute(db),
  ]);
  return { items: items.rows, total: sums.rows[0]?.total ?? 0, sum: sums.rows[0]?.sum ?? 0 };
}
