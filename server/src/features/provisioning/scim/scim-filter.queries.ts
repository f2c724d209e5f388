import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { parse } from 'scim2-parse-filter';
import type { Filter } from 'scim2-parse-filter';
import { invalidFilter, invalidValue } from './scim-error.ts';
import { attributeAt, named } from './scim-schemas.ts';
import type { Attribute, ResourceType } from './scim-schemas.ts';

/** Filters of SCIM (RFC 7644, 3.4.2.2) as conditions of SQL, whose values are bound: nothing is filtered in memory. */

const LENGTH_MAX = 2_000;
const DEPTH_MAX = 20;
const COMPARISONS_MAX = 50;

type Sql = RawBuilder<unknown>;
type Comparison = Extract<Filter, { compValue: unknown }>;
type AttrExp = Comparison | Extract<Filter, { op: 'pr' }>;

/** @throws ScimError invalidFilter */
export function parseScimFilter(text: string): Filter {
  if (text.length > LENGTH_MAX) throw invalidFilter(`A filter has at most ${LENGTH_MAX} characters`);
  const filter = readFilter(text);
  if (sizeOf(filter, 1) > COMPARISONS_MAX)
    throw invalidFilter(`A filter has at most ${COMPARISONS_MAX} comparisons`);
  return filter;
}

const QUOTED = /"(?:[^"\\]|\\.)*"/gs;

/** Texts are put aside while the parser reads: it does not know all escapes of JSON. */
function readFilter(text: string): Filter {
  const texts: string[] = [];
  try {
    const plain = text.replaceAll(QUOTED, (quoted) => `"${texts.push(JSON.parse(quoted) as string) - 1}"`);
    return withTexts(parse(plain), texts);
  } catch {
    throw invalidFilter('The filter cannot be read');
  }
}

function withTexts(filter: Filter, texts: string[]): Filter {
  if ('filters' in filter) return { ...filter, filters: filter.filters.map((one) => withTexts(one, texts)) };
  if ('filter' in filter) return { ...filter, filter: withTexts(filter.filter, texts) };
  if ('valFilter' in filter) return { ...filter, valFilter: withTexts(filter.valFilter, texts) };
  if (!('compValue' in filter) || typeof filter.compValue !== 'string') return filter;
  return { ...filter, compValue: texts[Number(filter.compValue)] ?? '' };
}

function sizeOf(filter: Filter, depth: number): number {
  if (depth > DEPTH_MAX) throw invalidFilter(`A filter is at most ${DEPTH_MAX} levels deep`);
  if ('filters' in filter) return filter.filters.reduce((sum, one) => sum + sizeOf(one, depth + 1), 0);
  if ('filter' in filter) return sizeOf(filter.filter, depth + 1);
  return 'valFilter' in filter ? sizeOf(filter.valFilter, depth + 1) : 1;
}

/** A value that is compared: an expression that is null where there is none. */
type Single = { attribute: Attribute; value: Sql };
/**
 * Values of which any may match: the rows that they are, the value of each subattribute, and which of these is meant
 * where none is named (null: none). `isWhole`: the path names no subattribute.
 */
type Several = {
  attribute: Attribute;
  rows: Sql;
  subOf: (sub: Attribute) => Single;
  main: Attribute | null;
  isWhole: boolean;
};
type Operand = Single | Several;

/** @param filter as `parseScimFilter` gives it; null: all. The rows are those of scim_users u, or of scim_groups g. */
export function conditionOf(type: ResourceType, filter: Filter | null): Sql | null {
  return filter === null ? null : condition(filter, (path) => operandAt(type, path));
}

type Resolve = (path: string) => Operand | null;

function condition(filter: Filter, resolve: Resolve): Sql {
  if ('filters' in filter) {
    const parts = filter.filters.map((one) => condition(one, resolve));
    return sql`(${sql.join(parts, filter.op === 'and' ? sql` and ` : sql` or `)})`;
  }
  if ('filter' in filter) return sql`(not ${condition(filter.filter, resolve)})`;
  const operand = resolve(filter.attrPath);
  // What no schema knows has no value.
  if (!operand) return sql`false`;
  if ('valFilter' in filter) return anyOf(operand, filter.valFilter);
  if (!('rows' in operand)) return isTrue(comparison(operand, filter));
  if (filter.op === 'pr' && operand.isWhole) return sql`exists (select 1 ${operand.rows})`;
  if (!operand.main) throw invalidFilter(`${filter.attrPath} has no value of its own`);
  return among(operand, isTrue(comparison(operand.subOf(operand.main), filter)));
}

/** Nothing that is compared with nothing is true, and so neither is it false: 'not' turns what is known. */
const isTrue = (expression: Sql): Sql => sql`coalesce(${expression}, false)`;
const among = ({ rows }: Several, expression: Sql): Sql => sql`exists (select 1 ${rows} and ${expression})`;

/** emails[type eq "work" and value co "x"]: one value for which all of that is so. */
function anyOf(operand: Operand, filter: Filter): Sql {
  if (!('rows' in operand)) throw invalidFilter(`${operand.attribute.name} has no parts`);
  const inner: Resolve = (path) => {
    const sub = named(operand.attribute.subAttributes ?? [], path);
    return sub ? operand.subOf(sub) : null;
  };
  return among(operand, condition(filter, inner));
}

function comparison({ attribute, value }: Single, filter: AttrExp): Sql {
  if (filter.op === 'pr')
    return attribute.type === 'string' ? sql`${value} <> ''` : sql`${value} is not null`;
  const { op, compValue } = filter;
  if (compValue === null) {
    if (op === 'eq') return sql`${value} is null`;
    if (op === 'ne') return sql`${value} is not null`;
    throw invalidFilter(`${op} compares with no null`);
  }
  if (attribute.type === 'boolean') return booleanComparison(value, op, compValue);
  if (attribute.type === 'dateTime') return instantComparison(value, op, compValue);
  if (typeof compValue !== 'string') throw invalidFilter(`${attribute.name} is compared with a text`);
  if (compValue.includes('\u0000') || !compValue.isWellFormed()) throw invalidFilter('A forbidden character');
  // Of an index, which no expression has under row level security.
  if (attribute.name === 'userName' && op === 'eq') return sql`u.user_key = lower(${compValue}::text)`;
  return attribute.caseExact
    ? textComparison(value, op, sql`${compValue}::text`)
    : textComparison(sql`lower(${value})`, op, sql`lower(${compValue}::text)`);
}

function textComparison(value: Sql, op: Comparison['op'], to: Sql): Sql {
  switch (op) {
    case 'eq':
      return sql`${value} = ${to}`;
    case 'ne':
      return sql`${value} <> ${to}`;
    case 'co':
      return sql`strpos(${value}, ${to}) > 0`;
    case 'sw':
      return sql`starts_with(${value}, ${to})`;
    case 'ew':
      return sql`right(${value}, length(${to})) = ${to}`;
    case 'gt':
    case 'ge':
    case 'lt':
    case 'le':
      return ordered(sql`${value} collate "C"`, op, to);
  }
}

const ORDERED = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` };
const ordered = (value: Sql, op: keyof typeof ORDERED, to: Sql) => sql`${value} ${ORDERED[op]} ${to}`;

function booleanComparison(value: Sql, op: Comparison['op'], to: unknown): Sql {
  const text = String(to).toLowerCase();
  if ((op !== 'eq' && op !== 'ne') || (text !== 'true' && text !== 'false'))
    throw invalidFilter(`${op} ${text} compares with no boolean`);
  return op === 'eq' ? sql`${value} = ${text === 'true'}` : sql`${value} <> ${text === 'true'}`;
}

function instantComparison(value: Sql, op: Comparison['op'], to: unknown): Sql {
  const at = typeof to === 'string' ? Date.parse(to) : Number.NaN;
  if (Number.isNaN(at)) throw invalidFilter('A date is needed, such as "2026-01-31T12:00:00Z"');
  const instant = sql`${new Date(at).toISOString()}::timestamptz`;
  if (op === 'eq') return sql`${value} = ${instant}`;
  if (op === 'ne') return sql`${value} <> ${instant}`;
  if (!(op in ORDERED)) throw invalidFilter(`${op} compares no dates`);
  return ordered(value, op as keyof typeof ORDERED, instant);
}

/** As `meta` tells it: to the millisecond. */
const told = (column: Sql) => sql`date_trunc('milliseconds', ${column})`;

const COLUMNS: Record<ResourceType, Record<string, Sql>> = {
  User: {
    id: sql`u.id::text`,
    externalId: sql`u.external_id`,
    userName: sql`u.user_name`,
    // No join: a list that does not ask for it reads no people but those of its page.
    active: sql`(select p.is_active and p.deleted_at is null from profiles p where p.id = u.profile_id)`,
    'meta.resourceType': sql`'User'`,
    'meta.created': told(sql`u.created_at`),
    'meta.lastModified': told(sql`u.updated_at`),
  },
  Group: {
    id: sql`g.id::text`,
    externalId: sql`g.external_id`,
    displayName: sql`g.display_name`,
    'meta.resourceType': sql`'Group'`,
    'meta.created': told(sql`g.created_at`),
    'meta.lastModified': told(sql`g.updated_at`),
  },
};

/** Groups of a person and members of a group: rows of a table. */
const RELATED: Record<ResourceType, { rows: Sql; columns: Record<string, Sql> }> = {
  User: {
    rows: sql`from scim_group_members m join scim_groups o on o.id = m.group_id where m.user_id = u.id`,
    columns: { value: sql`o.id::text`, display: sql`o.display_name` },
  },
  Group: {
    rows: sql`from scim_group_members m where m.group_id = g.id`,
    columns: {
      value: sql`m.value`,
      display: sql`m.display`,
      type: sql`case when m.user_id is not null then 'User' end`,
    },
  },
};

const NOTHING = sql`null::text`;

/** Of members of one group, as m: 'members[value eq "17"]'. @throws ScimError invalidFilter */
export function memberCondition(filter: Filter): Sql {
  const { columns } = RELATED.Group;
  return condition(filter, (path) => {
    const sub = attributeAt('Group', `members.${path}`)?.sub;
    return sub ? { attribute: sub, value: columns[sub.name] ?? NOTHING } : null;
  });
}

function operandAt(type: ResourceType, path: string): Operand | null {
  const found = attributeAt(type, path);
  if (!found) return null;
  const { attribute, sub, extension } = found;
  const column = COLUMNS[type][sub ? `${attribute.name}.${sub.name}` : attribute.name];
  if (column && !extension) return { attribute: sub ?? attribute, value: column };
  const main = sub ?? named(attribute.subAttributes ?? [], 'value') ?? null;
  const several = { attribute, main, isWhole: !sub };
  if (attribute.name === 'groups' || attribute.name === 'members') {
    const { rows, columns } = RELATED[type];
    return { ...several, rows, subOf: (one) => ({ attribute: one, value: columns[one.name] ?? NOTHING }) };
  }
  if (type === 'Group' || attribute.name === 'meta') return { attribute: sub ?? attribute, value: NOTHING };
  const json = extension
    ? sql`(u.resource -> ${sql.lit(extension)} -> ${sql.lit(attribute.name)})`
    : sql`(u.resource -> ${sql.lit(attribute.name)})`;
  if (attribute.type !== 'complex') return { attribute, value: valueOf(attribute, sql`(${json} #>> '{}')`) };
  if (!attribute.multiValued && sub) return { attribute: sub, value: partOf(json, sub) };
  return {
    ...several,
    rows: attribute.multiValued
      ? sql`from jsonb_array_elements(${json}) e (part) where true`
      : sql`from (select ${json} as part) e where e.part is not null`,
    subOf: (one) => ({ attribute: one, value: partOf(sql`e.part`, one) }),
  };
}

const partOf = (json: Sql, sub: Attribute): Sql => valueOf(sub, sql`(${json} ->> ${sql.lit(sub.name)})`);
const valueOf = ({ type }: Attribute, text: Sql): Sql => (type === 'boolean' ? sql`${text}::boolean` : text);

/** The order of a list; each ends in the id, so that no row is on two pages. @throws ScimError invalidValue */
export function orderBy(type: ResourceType, sortBy: string | undefined, descending: boolean): Sql {
  const id = type === 'User' ? sql`u.id` : sql`g.id`;
  if (sortBy === undefined) return id;
  const operand = operandAt(type, sortBy);
  if (!operand) throw invalidValue('sortBy names no attribute');
  const { attribute, value } = 'rows' in operand ? preferred(operand) : operand;
  const key = attribute.type === 'string' && !attribute.caseExact ? sql`lower(${value})` : value;
  const compared = attribute.type === 'string' ? sql`${key} collate "C"` : key;
  return descending ? sql`${compared} desc nulls first, ${id} desc` : sql`${compared} asc nulls last, ${id}`;
}

/** Of several values the preferred one, or the first. @throws ScimError invalidValue */
function preferred({ attribute, main, rows, subOf }: Several): Single {
  const primary = named(attribute.subAttributes ?? [], 'primary');
  if (!main) throw invalidValue('sortBy names an attribute without a value');
  const first = primary ? sql`order by ${subOf(primary).value} desc nulls last` : sql``;
  return { attribute: main, value: sql`(select ${subOf(main).value} ${rows} ${first} limit 1)` };
}
