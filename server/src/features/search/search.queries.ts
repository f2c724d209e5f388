import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { FOUND_MAX } from '@atalaya/contract/search';
import type { Actor } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { containing, hasTrigram, likeLiteral } from '../../platform/database/search-pattern.ts';
import { boolean, day, instant, nullable, text, uuid } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Source } from './search-sources.queries.ts';

const foundRow = {
  id: uuid,
  label: text,
  detail: text,
  role: nullable(ROWS.profiles.role),
  organization: nullable(ROWS.organizations.name),
  subscription_status: nullable(ROWS.organizations.subscription_status),
  ticket_status: nullable(ROWS.tickets.status),
  created_at: nullable(instant),
  issued_on: nullable(day),
  /** Whether it holds what was typed, as lists look for it. */
  in_list: boolean,
};
export type FoundRow = RowOf<typeof foundRow>;

type Asked = { source: Source; actor: Actor; typed: string };

/** Of the many that match, so many are compared to find the best. */
const COMPARED = 500;
/** How alike a misspelled word must be, by its trigrams: 'garsia' and 'garcia' are by 0.43. */
const LIKENESS = 0.4;
/** Shorter words have too few trigrams to tell a misspelling from another word. */
const MISSPELLED_FROM = 5;

/**
 * The best that match: what begins with what was typed, then what has a word that does, then what contains every
 * word of it; only where nothing does, what is written alike. Of what matches equally well the open or active come
 * first, then the newest. With which of its words a ticket or an invoice begins tells little, and does not count. Two
 * letters are looked for where a word begins alone: the index knows nothing of them elsewhere.
 */
export async function findMatches(db: Db, { source, actor, typed }: Asked): Promise<FoundRow[]> {
  const { text } = source;
  const starts = sql`${likeLiteral(typed)} || '%'`;
  const wordStarts = sql`'% ' || ${likeLiteral(typed)} || '%'`;
  const words = typed.split(/\s+/);
  const isIndexed = hasTrigram(typed);
  const from = fromOf(source, actor, isIndexed ? { words } : { begins: typed });
  const matches = isIndexed
    ? every(words, (word) => contains(text, word))
    : sql`(${text} like ${starts} or ${text} like ${wordStarts})`;
  const later = source.newest ? 1 : 2;
  const rank = sql`case when ${text} like ${starts} then 1 when ${text} like ${wordStarts} then ${sql.lit(later)}
    else 3 end`;
  const number = /^#?(\d{1,15})$/.exec(typed)?.[1];
  const named = source.number && number ? sql`${source.number} = ${number}::bigint` : null;
  const [, , found, exact] = await Promise.all([
    // Planned for what was typed: a plan for anything at all looks up, letter by letter, what every row has.
    set(db, 'plan_cache_mode', 'force_custom_plan'),
    set(db, 'pg_trgm.word_similarity_threshold', String(LIKENESS)),
    findBest(db, { source: { ...source, from }, actor, typed }, matches, rank),
    named ? findBest(db, { source, actor, typed }, named, sql`0`) : [],
  ]);
  const all = [...exact, ...found.filter(({ id }) => !exact.some((row) => row.id === id))];
  return all.length > 0 ? all.slice(0, FOUND_MAX) : findMisspelled(db, source, actor, typed, words);
}

/** What is written alike, the likest first. Short words must be in it as they are, and one at least must be long. */
async function findMisspelled(db: Db, source: Source, actor: Actor, typed: string, words: string[]) {
  if (!words.some((word) => word.length >= MISSPELLED_FROM)) return [];
  const alike = every(words, (word) =>
    word.length < MISSPELLED_FROM ? contains(source.text, word) : sql`search_text(${word}) <% ${source.text}`,
  );
  const from = fromOf(source, actor, {
    words: words.filter((word) => word.length < MISSPELLED_FROM),
    misspelled: words.filter((word) => word.length >= MISSPELLED_FROM),
  });
  return findBest(
    db,
    { source: { ...source, from }, actor, typed },
    alike,
    sql`-word_similarity(search_text(${typed}), ${source.text})`,
  );
}

type Looked = { words?: string[]; misspelled?: string[]; begins?: string };

/**
 * Where an actor searches words that must be there as they are, others that may be misspelled, or what a word begins
 * with. An actor who reaches only their own is not limited to the first that match.
 */
function fromOf(
  { from, fromIndex }: Source,
  actor: Actor,
  { words = [], misspelled = [], begins }: Looked,
): RawBuilder<unknown> {
  if (!fromIndex || actor.role !== 'admin') return from;
  // The longest first: it is looked up, the others are compared.
  const sorted = (all: string[]) => all.toSorted((a, b) => b.length - a.length);
  return fromIndex({
    patterns: arrayOf(sorted(words).map((word) => containing(word))),
    alike: arrayOf(sorted(misspelled).map((word) => sql`search_text(${word})`)),
    begins: begins === undefined ? sql`null` : likeLiteral(begins),
    most: sql.lit(COMPARED),
  });
}

const arrayOf = (texts: RawBuilder<unknown>[]) =>
  texts.length > 0 ? sql`array[${sql.join(texts)}]` : sql`'{}'::text[]`;

/**
 * Materialized, so that the plan is made for all that match: made for a few, it would read the whole table. Where
 * more match than are compared, those are in no order: then the newest are read too.
 */
async function findBest(
  db: Db,
  { source, actor, typed }: Asked,
  matches: RawBuilder<unknown>,
  rank: RawBuilder<unknown>,
): Promise<FoundRow[]> {
  const told = sql.join(
    Object.entries(source.told).map(([name, value]) => sql`${value} as ${sql.ref(name)}`),
  );
  const matching = (from: RawBuilder<unknown>) => sql`
    select ${source.id} as id, ${source.label} as label, ${source.detail} as detail, ${told},
      ${source.text} as text, ${rank} as rank, ${source.isCurrent} as is_current
    from ${from} where ${source.visible(actor)} and ${matches}`;
  const newest = source.newest
    ? sql`union ${matching(source.newest(actor))} and (select count(*) from compared) = ${sql.lit(COMPARED)}`
    : sql``;
  const { rows } = await rowsOf(foundRow)`
    with matching as materialized (${matching(source.from)}),
    compared as materialized (select * from matching limit ${sql.lit(COMPARED)}),
    found as (select * from compared ${newest})
    select f.id, f.label, f.detail, f.role, f.subscription_status, f.ticket_status, f.created_at,
      f.issued_on::text as issued_on, f.text like ${containing(typed)} as in_list,
      (select o.name from organizations o where o.id = f.organization_id) as organization
    from found f
    order by f.rank, f.is_current desc, f.created_at desc, f.issued_on desc, length(f.text), f.text, f.id
    limit ${sql.lit(FOUND_MAX)}`.execute(db);
  return rows;
}

const set = (db: Db, setting: string, value: string) =>
  sql`select set_config(${setting}, ${value}, true)`.execute(db);

const contains = (column: RawBuilder<unknown>, word: string) => sql`${column} like ${containing(word)}`;

const every = (words: string[], condition: (word: string) => RawBuilder<unknown>) =>
  sql.join(words.map(condition), sql` and `);
