import { chunksOf } from '../../platform/database/chunks.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { THE_SERVER } from '../../platform/records/audit.ts';
import { listProvenAfter } from './domains.queries.ts';
import type { DomainRow } from './domains.queries.ts';
import { check } from './domains.service.ts';

/** Domains that are read at once, and those that DNS is asked for at once. */
const BATCH = 200;
const AT_ONCE = 4;

/** Once a day each proven domain is looked at again: who sells a domain loses it here too. */
export function registerDomainJobs(platform: Platform): void {
  platform.jobs.daily('check-domains', '05:10', () => checkProvenDomains(platform));
}

export async function checkProvenDomains(platform: Platform): Promise<void> {
  let last: string | null = null;
  for (;;) {
    const after: string | null = last;
    const rows: DomainRow[] = await platform.database.withSystem('list the domains to look at', (db) =>
      listProvenAfter(db, after, BATCH),
    );
    for (const part of chunksOf(rows, AT_ONCE))
      await Promise.all(part.map((row) => check(platform, THE_SERVER, row)));
    last = rows.at(-1)?.id ?? null;
    if (rows.length < BATCH) return;
  }
}
