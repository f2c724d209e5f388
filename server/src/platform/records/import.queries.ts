import type { ImportCells, RowProblem } from './import.ts';
import { problem } from './import.ts';
import type { Db } from '../database/database.ts';
import { boolean, text } from '../database/columns.ts';
import { columnsOf, rowsOf } from '../database/rows.ts';

const named = {
  ...columnsOf('organizations', 'id'),
  asked: text,
  is_exact: boolean,
};

/**
 * The organizations that rows name, by slug or by name, without regard to case and accents. Where that is said of
 * several it is the one whose slug or name it is to the letter, if that is one alone.
 */
export async function organizationsNamed(
  db: Db,
  rows: ImportCells[],
): Promise<(name: string) => string | RowProblem> {
  const names = [...new Set(rows.map(({ organization }) => organization?.trim() ?? ''))].filter(Boolean);
  const { rows: found } = names.length
    ? await rowsOf(named)`
        select asked.name as asked, o.id, asked.name in (o.slug, o.name) as is_exact
        from unnest(${names}::text[]) as asked (name)
        join organizations o on o.slug = lower(asked.name) or search_text(o.name) = search_text(asked.name)
        where o.deleted_at is null`.execute(db)
    : { rows: [] };
  const byName = Map.groupBy(found, ({ asked }) => asked);
  return (name) => {
    const all = byName.get(name.trim()) ?? [];
    const exact = all.filter(({ is_exact }) => is_exact);
    const [only, ...others] = all.length > 1 ? exact : all;
    if (only && others.length === 0) return only.id;
    return problem(
      all.length ? 'import.organization_ambiguous' : 'import.organization_unknown',
      'organization',
    );
  };
}
