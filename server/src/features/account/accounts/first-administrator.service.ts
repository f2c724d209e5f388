import { localPartOf } from '@atalaya/contract/email-address';
import type { Platform } from '../../../platform/process/platform.ts';
import { findRecipient, hasSuperAdmin, prepareSuperAdmin } from './accounts.queries.ts';
import { mailAccess } from './accounts.service.ts';

/**
 * Where this installation has no super_admin yet, makes ADMIN_EMAIL one and mails that person a link to set a
 * password, valid once and for seven days; a later boot sends a new one if it was never used.
 */
export async function inviteFirstAdministrator(platform: Platform): Promise<void> {
  const { adminEmail, demo } = platform.config;
  if (adminEmail === null || demo) return;
  await platform.database.withSystem('invite the first administrator', async (db) => {
    if (await hasSuperAdmin(db)) return;
    const id = await prepareSuperAdmin(db, adminEmail, localPartOf(adminEmail));
    const person = id ? await findRecipient(db, { id }) : null;
    if (person) await mailAccess(platform, db, person);
    else platform.log.warn('ADMIN_EMAIL belongs to a person who is no super_admin: nobody was invited');
  });
}
