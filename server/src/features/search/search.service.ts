import { may } from '@atalaya/contract/permissions';
import { SEARCH_GROUPS } from '@atalaya/contract/search';
import type { SearchGroup, SearchGroupKey } from '@atalaya/contract/search';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
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
  const searched = await Promise.allSettled(keys.map((key) => searchGroup(platform, actor, key, typed)));
  const failures = searched.filter((result) => result.status === 'rejected');
  if (failures.length === keys.length && failures[0]) throw failures[0].reason;
  const groups = searched.map((result, nth) => {
    const key = keys[nth]!;
    if (result.status === 'fulfilled') return { key, items: result.value, failed: false };
    platform.log.error({ err: result.reason as unknown, group: key }, 'a group of the search failed');
    return { key, items: [], failed: true };
  });
  return { groups };
}

function searchGroup(platform: Platform, actor: Actor, key: SearchGroupKey, typed: string) {
  const { source, open } = GROUPS[key];
  return platform.database.withActor(actor, 'search in every organization', async (db) => {
    const rows = await findMatches(db, { source, actor, typed });
    return rows.map((row) => ({ ...row, address: open + row.id }));
  });
}
