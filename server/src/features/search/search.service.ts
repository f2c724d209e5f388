import { may } from '@atalaya/contract/permissions';
import { SEARCH_GROUPS } from '@atalaya/contract/search';
import type { SearchGroup, SearchGroupKey } from '@atalaya/contract/search';
import type { Actor } from '../../platform/core/actor.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { readStatuses } from '../billing/invoices/invoices.service.ts';
import { GROUPS } from './search-sources.queries.ts';
import { findMatches } from './search.queries.ts';

/**
 * What the actor may list and matches, by group, the best first. Each group is searched in a transaction of its own,
 * so that one that fails leaves the others whole.
 * @throws what the first failed with, where every group failed
 */
export async function searchEverything(
  platform: Platform,
  actor: Actor,
  typed: string,
): Promise<{ groups: SearchGroup[] }> {
  const keys = SEARCH_GROUPS.filter((key) => may(actor, GROUPS[key].permission));
  const failures: unknown[] = [];
  const groups = await Promise.all(
    keys.map(async (key) => {
      try {
        return { key, items: await searchGroup(platform, actor, key, typed), failed: false };
      } catch (err) {
        failures.push(err);
        platform.log.error({ err, group: key }, 'a group of the search failed');
        return { key, items: [], failed: true };
      }
    }),
  );
  if (failures.length > 0 && failures.length === keys.length) throw failures[0];
  return { groups };
}

function searchGroup(platform: Platform, actor: Actor, key: SearchGroupKey, typed: string) {
  const { source, open } = GROUPS[key];
  return platform.database.readTogether(actor, 'search in every organization', async (db) => {
    const rows = await findMatches(db, { source, actor, typed });
    const ids = rows.map(({ id }) => id);
    const statuses = key === 'invoices' ? await readStatuses(db, ids) : null;
    return rows.map((row) => ({
      ...row,
      invoice_status: statuses?.get(row.id) ?? null,
      created_at: row.created_at?.toISOString() ?? null,
      address: open + row.id,
    }));
  });
}
