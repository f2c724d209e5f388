import type { Pool } from 'pg';

export type CatalogueColumn = {
  name: string;
  /** PostgreSQL's name of the type: int8, _text. */
  type: string;
  isNullable: boolean;
  source: 'given' | 'default' | 'computed';
  /** All that it may be, by a check constraint `column in (…)`. */
  values: string[] | null;
};

/** A table or view; the name of one that is not in `public` begins with its schema. */
export type Relation = { name: string; columns: CatalogueColumn[] };

type ColumnRow = {
  relation: number;
  relation_name: string;
  definition: string | null;
  position: number;
  name: string;
  type: string;
  not_null: boolean;
  source: CatalogueColumn['source'];
  checks: string[];
};

const COLUMNS = `
  select c.oid::int as relation,
    case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as relation_name,
    case when c.relkind = 'v' then rtrim(pg_get_viewdef(c.oid), ';') end as definition,
    a.attnum::int as position, a.attname as name, t.typname as type, a.attnotnull as not_null,
    case when a.attgenerated <> '' or a.attidentity = 'a' then 'computed'
      when a.atthasdef or a.attidentity = 'd' then 'default' else 'given' end as source,
    array(select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] order by k.conname) as checks
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  where n.nspname in ('public', 'auth', 'mail') and c.relkind in ('r', 'p', 'v')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by n.nspname desc, c.relname collate "C", a.attnum`;

/** All tables and views with their columns, in the order of their names. */
export async function readRelations(pool: Pool): Promise<Relation[]> {
  const { rows } = await pool.query<ColumnRow>(COLUMNS);
  const origins = await readOrigins(pool, rows);
  const relations = new Map<string, CatalogueColumn[]>();
  for (const row of rows) {
    const { name, type, source } = row;
    const origin = row.definition === null ? row : origins.get(row);
    const column = { name, type, source, isNullable: !origin?.not_null, values: findValues(origin) };
    relations.set(row.relation_name, [...(relations.get(row.relation_name) ?? []), column]);
  }
  return [...relations].map(([name, columns]) => ({ name, columns }));
}

/**
 * Which column of a table each column of a view shows as it is. The catalogue says of no column of a view that it is
 * never null, nor what it may be; what a view computes, or takes from an outer join, may be null.
 */
async function readOrigins(pool: Pool, rows: ColumnRow[]): Promise<Map<ColumnRow, ColumnRow>> {
  const origins = new Map<ColumnRow, ColumnRow>();
  const views = Map.groupBy(
    rows.filter(({ definition }) => definition !== null),
    ({ definition }) => definition,
  );
  for (const [definition, columns] of views) {
    if (definition === null || /\b(left|right|full) join\b/i.test(definition)) continue;
    const { fields } = await pool.query(`select * from (${definition}) as shown limit 0`);
    for (const column of columns) {
      const field = fields.find(({ name }) => name === column.name);
      const origin = rows.find(
        ({ relation, position }) => relation === field?.tableID && position === field.columnID,
      );
      if (origin) origins.set(column, origin);
    }
  }
  return origins;
}

/** CHECK ((role = ANY (ARRAY['user'::text, 'admin'::text]))) */
const ONE_OF = /^CHECK \(\(\w+ = ANY \(ARRAY\[((?:'[^']*'::text(?:, )?)+)\]\)\)\)$/;

function findValues(row: ColumnRow | undefined): string[] | null {
  for (const check of row?.checks ?? []) {
    const [, list] = ONE_OF.exec(check) ?? [];
    if (list) return [...list.matchAll(/'([^']*)'/g)].map(([, value = '']) => value);
  }
  return null;
}
