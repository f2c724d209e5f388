import { CERTIFICATE_WARNING_DAYS } from '@atalaya/contract/limits';
import type { GuardedFetch } from '../../../platform/core/guarded-fetch.ts';
import { chunksOf } from '../../../platform/database/chunks.ts';
import { presentInstant } from '../../../platform/database/clock.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { THE_SERVER, recordChange } from '../../../platform/records/audit.ts';
import { getConnection } from '../../connections/connections.service.ts';
import { notifyOnScreen } from '../../notifications/notify.service.ts';
import { changeOf, getSignOn, providerAudited } from '../sso-settings.service.ts';
import { findSignOn, lockSignOn } from '../sso.queries.ts';
import type { SignOnRow } from '../sso.queries.ts';
import type { SamlProvider } from './saml-metadata.ts';
import { fetchProvider, storedOf } from './saml-provider.ts';
import { SamlRefusal } from './saml-refusal.ts';
import { listRefreshed, markEnding, saveFailing, saveRead } from './saml.queries.ts';

/** Connections that are listed at once, and those whose metadata are read at once. */
const BATCH = 200;
const AT_ONCE = 4;

export async function refreshAll(platform: Platform, fetch: GuardedFetch): Promise<void> {
  let last: string | null = null;
  for (;;) {
    const after: string | null = last;
    const ids: string[] = await platform.database.withSystem('list the metadata to read', (db) =>
      listRefreshed(db, after, BATCH),
    );
    for (const part of chunksOf(ids, AT_ONCE))
      await Promise.all(part.map((id) => refresh(platform, fetch, id)));
    last = ids.at(-1) ?? null;
    if (ids.length < BATCH) return;
  }
}

/** Reads metadata outside of any transaction, and stores what has changed. What cannot be read leaves all as it is. */
async function refresh(platform: Platform, fetch: GuardedFetch, connection_id: string): Promise<void> {
  const asked = await platform.database.withSystem('read where metadata are', (db) =>
    findSignOn(db, connection_id),
  );
  const url = asked?.metadata_url ?? null;
  if (url === null) return;
  const now = await presentInstant(platform.database);
  const found = await fetchProvider(fetch, url, now).catch((error: unknown) => {
    if (error instanceof SamlRefusal) return error;
    throw error;
  });
  await platform.database.withSystem('store what metadata say', async (db) => {
    const row = await lockSignOn(db, connection_id);
    // Set up otherwise since.
    if (row?.metadata_url !== url) return;
    if (found instanceof SamlRefusal) return saveProblem(db, row, found);
    // People are known by their provider's id: another one is another provider.
    if (found.entity_id !== row.entity_id) return saveProblem(db, row, new SamlRefusal('issuer'));
    await saveFound(db, row, found);
  });
}

async function saveFound(db: SystemDb, before: SignOnRow, found: SamlProvider): Promise<void> {
  const { connection_id } = before;
  await saveRead(db, connection_id, storedOf(found));
  const after = providerAudited(await getSignOn(db, connection_id));
  const old = providerAudited(before);
  if (JSON.stringify(old) === JSON.stringify(after)) return;
  await recordChange(db, THE_SERVER, { ...changeOf(before, 'refreshed'), before: old, after });
}

/** The first time after it could be read, which the admins have to do something about, is told. */
async function saveProblem(db: SystemDb, row: SignOnRow, { problem }: SamlRefusal): Promise<void> {
  await saveFailing(db, row.connection_id, problem);
  if (row.failing_since !== null) return;
  await recordChange(db, THE_SERVER, { ...changeOf(row, 'refresh_failed'), after: { problem } });
  if (!row.is_on) return;
  const { name } = await getConnection(db, row.connection_id);
  await tellAdminsOfProvider(db, 'security.sso_metadata_failing', { ...row, name });
}

type Told = Pick<SignOnRow, 'connection_id' | 'organization_id'> & { name: string };

/** By the bell, about a connection that people sign in through. */
const tellAdminsOfProvider = (
  db: SystemDb,
  event: 'security.sso_metadata_failing' | 'security.sso_certificate_ending',
  { connection_id, organization_id, name }: Told,
  params: Record<string, string> = {},
) =>
  notifyOnScreen(db, {
    event,
    organization_id,
    to: 'admins',
    object_type: 'connection',
    object_id: connection_id,
    params: { connection: name, ...params },
  });

/** Once each, so many days before no sign-in would work any more. */
export async function tellEnding(platform: Platform): Promise<void> {
  await platform.database.withSystem('tell that certificates end soon', async (db) => {
    for (const row of await markEnding(db, CERTIFICATE_WARNING_DAYS)) {
      const ends_on = row.certificates_end.toISOString().slice(0, 10);
      await tellAdminsOfProvider(db, 'security.sso_certificate_ending', row, { ends_on });
    }
  });
}
