import { sql } from 'kysely';
import type { ImportCells, RowProblem } from './import.ts';
import { problem } from './import.ts';
import type { Db } from './database/database.ts';

type Named = { asked: string; id: string; is_slug: boolean };

/** The organizations that rows name, by slug or else by name without regard to case and accents. */
export async function organizationsNamed(
  db: Db,
  rows: ImportCells[],
): Promise<(name: string) => string | RowProblem> {
  const names = [...new Set(rows.map(({ organization }) => organization?.trim() ?? ''))].filter(Boolean);
  const { rows: found } = names.length
    ? await sql<Named>`
        select asked.name as asked, o.id, o.slug = lower(asked.name) as is_slug
        from unnest(${names}::text[]) as asked (name)
        join organizations o on o.slug = lower(asked.name) or search_text(o.name) = search_text(asked.name)
        where o.deleted_at is null`.execute(db)
    : { rows: [] };
  const byName = Map.groupBy(found, ({ asked }) => asked);
  return (name) => {
    const all = byName.get(name.trim()) ?? [];
    const only = all.find(({ is_slug }) => is_slug) ?? (all.length === 1 ? all[0] : null);
    if (only) return only.id;
    return problem(
      all.length ? 'import.organization_ambiguous' : 'import.organization_unknown',
      'organization',
    );
  };
}
