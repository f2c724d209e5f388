import { sql, type RawBuilder } from 'kysely';

/** More matches than this in one organization are faster read from its rows than looked up in the trigram index. */
export const FOUND_BY_INDEX_MAX = 5_000;

const TRIGRAM = /[\p{L}\p{N}]{3}/u;

/** Whether the trigram index can look it up: shorter words have no trigram. */
export const hasTrigram = (typed: string) => TRIGRAM.test(typed);

const escaped = (text: RawBuilder<unknown>) => sql`regexp_replace(${text}, '([\\\\%_])', '\\\\\\1', 'g')`;

/** Typed text inside a LIKE pattern over `search` columns: without accents and case, its `%`, `_` and `\` escaped. */
export const likeLiteral = (typed: string) => escaped(sql`search_text(${typed})`);

/** The LIKE pattern of what contains the typed text, over `search` columns. */
export const containing = (typed: string) => sql`'%' || ${likeLiteral(typed)} || '%'`;

/** The same over a lower-cased column that keeps its accents, such as an e-mail address. */
export const containingLower = (typed: string) => sql`'%' || ${escaped(sql`lower(${typed})`)} || '%'`;
