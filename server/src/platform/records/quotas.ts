import { MEGABYTE } from '../core/config.ts';
import type { Config } from '../core/config.ts';
import type { Db } from '../database/database.ts';
import { AppError } from '../core/errors.ts';
import { lockStored, readStored } from './quotas.queries.ts';
import type { StoredBytes } from './quotas.queries.ts';

const REFUSALS = { ticket_files: 'attachment.quota_full', imports: 'import.quota_full' } as const;

/**
 * Refuses what an organization would keep beyond its share; the row that says so is written in the same transaction, in
 * which no other adds to it. People of the system (no organization) have no share: they answer all organizations.
 * @throws attachment.quota_full, import.quota_full with the megabytes of the share
 */
export async function requireQuota(
  { quotas }: Pick<Config, 'quotas'>,
  db: Db,
  organization_id: string | null,
  kind: keyof StoredBytes,
  bytes: number,
): Promise<void> {
  if (organization_id === null) return;
  await lockStored(db, organization_id, kind);
  const stored = await readStored(db, organization_id);
  if (stored[kind] + bytes > quotas[kind])
    throw new AppError(REFUSALS[kind], { params: { max: quotas[kind] / MEGABYTE } });
}
