import type { SystemDb } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { notify } from '../../notifications/notify.service.ts';
import type { News } from '../../notifications/notify.service.ts';
import { verifactuMail } from './verifactu.email.ts';
import type { VerifactuEvent } from './verifactu.email.ts';

/** The certificate ends soon. */
export const tellOfCertificateEnding = (platform: Platform, db: SystemDb, ends_at: Date): Promise<void> =>
  tellSuperAdmins(platform, db, 'verifactu.certificate_ending', {
    ends_on: ends_at.toISOString().slice(0, 10),
  });

/** By bell and mail: who runs this program answers for its records. */
async function tellSuperAdmins(
  platform: Platform,
  db: SystemDb,
  event: VerifactuEvent,
  params: NonNullable<News['params']>,
): Promise<void> {
  const about = { object_type: 'verifactu', object_id: null, organization_id: null } as const;
  const link = new URL('/admin/verifactu', platform.config.publicUrl).href;
  await notify(platform, db, { event, to: 'super_admins', ...about, params }, ({ to, language }) =>
    verifactuMail({ to, language, link }, event, params),
  );
}
