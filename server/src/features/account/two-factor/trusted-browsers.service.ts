import type { TrustedBrowser } from '@atalaya/contract/two-factor';
import {
  deleteTrustedDevice,
  deleteTrustedDevices,
  listTrustedDevices,
} from '../../../platform/accounts/challenges.queries.ts';
import type { Actor, By } from '../../../platform/core/actor.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { parseUserAgent } from '../../../platform/request/user-agent.ts';

/** Where one is asked for no second factor. `device`: the token of the browser that asks, by which it may be trusted. */
export async function listTrustedBrowsers(
  platform: Platform,
  { user_id }: Actor,
  device: string | null,
): Promise<{ items: TrustedBrowser[] }> {
  const rows = await platform.database.withSystem('list the own trusted browsers', (db) =>
    listTrustedDevices(db, user_id, device),
  );
  return {
    items: rows.map(({ user_agent, created_at, last_used_at, expires_at, ...row }) => ({
      ...row,
      ...parseUserAgent(user_agent),
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
      expires_at: expires_at.toISOString(),
    })),
  };
}

/** @throws object.not_found */
export function endTrustedBrowser(platform: Platform, by: By, id: string): Promise<void> {
  return platform.database.withSystem('trust a browser of the own no more', async (db) => {
    if (!(await deleteTrustedDevice(db, by.actor.user_id, id))) throw new AppError('object.not_found');
    await record(db, by, 'trusted_browser.revoked', { trusted_browser_id: id });
  });
}

export function endTrustedBrowsers(platform: Platform, by: By): Promise<void> {
  return platform.database.withSystem('trust no browser of the own any more', async (db) => {
    const trusted_browsers = await deleteTrustedDevices(db, by.actor.user_id);
    await record(db, by, 'trusted_browser.all_revoked', { trusted_browsers });
  });
}

function record(db: Db, by: By, action: string, before: object): Promise<void> {
  const { profile_id: object_id, organization_id } = by.actor;
  return recordChange(db, by, { action, object_type: 'user', object_id, organization_id, before });
}
