import { sql } from 'kysely';
import type { Organization } from '@atalaya/contract/organizations';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { Db } from '../../platform/database/database.ts';

/** On name, domain or slug (specification, section 7), without accents and case, the pattern signs literal. */
function matching(search: string | undefined) {
  const asked = search?.trim();
  if (!asked) return sql`o.deleted_at is null`;
  return sql`o.deleted_at is null and
    position(search_text(${asked}) in search_text(o.name || ' ' || o.slug || ' ' || coalesce(o.domain, ''))) > 0`;
}

/** One page by name, and how many match. */
export async function listOrganizations(db: Db, query: { search?: string | undefined; page: number }) {
  const [page, count] = await Promise.all([
    sql<Organization>`
      select o.id, o.name, o.slug, o.domain, o.plan_type, o.subscription_status, o.max_users
      from organizations o where ${matching(query.search)}
      order by search_text(o.name), o.id limit ${PAGE_SIZE} offset ${(query.page - 1) * PAGE_SIZE}`.execute(
      db,
    ),
    sql<{ total: number }>`
      select count(*)::int as total from organizations o where ${matching(query.search)}`.execute(db),
  ]);
  return { items: page.rows, total: count.rows[0]?.total ?? 0 };
}
