import type { AppError } from '../../../platform/core/errors.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { notify } from '../../notifications/notify.service.ts';
import type { News } from '../../notifications/notify.service.ts';
import { isRateTold } from '../exchange-rates/exchange-rates.queries.ts';
import { findUntold, lockSending } from './sending.queries.ts';
import type { SendingProblem } from './sending.queries.ts';
import { verifactuMail } from './verifactu.email.ts';
import type { VerifactuEvent } from './verifactu.email.ts';

/** The certificate ends soon. */
export const tellOfCertificateEnding = (platform: Platform, db: SystemDb, ends_at: Date): Promise<void> =>
  tellSuperAdmins(platform, db, 'verifactu.certificate_ending', {
    ends_on: ends_at.toISOString().slice(0, 10),
  });

/** The agency has refused records, which have to be corrected; nothing where it has refused none. */
export async function tellOfRejected(platform: Platform, db: SystemDb, count: number): Promise<void> {
  if (count > 0) await tellSuperAdmins(platform, db, 'verifactu.rejected', { records: count });
}

/** Records are not sent, by what keeps them from it. */
export const tellOfProblem = (platform: Platform, db: SystemDb, problem: SendingProblem): Promise<void> =>
  tellSuperAdmins(platform, db, 'verifactu.not_sent', { problem });

/** An invoice that cannot be recorded, or has no rate, was not issued; told once a day, for it is tried again each hour. */
export async function tellOfNotIssued(
  platform: Platform,
  organization_id: string,
  { code, options: { params = {} } }: AppError,
): Promise<void> {
  if (code === 'invoice.exchange_rate_missing') return tellOfMissingRate(platform, params);
  if (!code.startsWith('verifactu.')) return;
  await platform.database.withSystem('tell that an invoice cannot be recorded', async (db) => {
    // Several servers find out at once.
    await lockSending(db);
    const organization = await findUntold(db, organization_id);
    if (organization === null) return;
    const reason = code.replace('verifactu.', '');
    const { rule = '', es = '', en = '' } = params;
    await tellSuperAdmins(
      platform,
      db,
      'verifactu.not_issued',
      { organization, reason, rule, es, en },
      organization_id,
    );
  });
}

/** Of a currency, whichever invoices wait for it. */
const tellOfMissingRate = (platform: Platform, params: Record<string, unknown>): Promise<void> =>
  platform.database.withSystem('tell that a rate of exchange is missing', async (db) => {
    await lockSending(db);
    const [currency, day] = [String(params['currency']), String(params['day'])];
    if (await isRateTold(db, currency)) return;
    await tellSuperAdmins(platform, db, 'verifactu.rate_missing', { currency, ends_on: day });
  });

const PAGES: Record<VerifactuEvent, string> = {
  'verifactu.certificate_ending': '/admin/verifactu?tab=issuer',
  'verifactu.not_sent': '/admin/verifactu',
  'verifactu.not_issued': '/admin/verifactu',
  'verifactu.rate_missing': '/admin/verifactu?tab=issuer',
  'verifactu.rejected': '/admin/verifactu?status=rejected',
};

/** By bell and mail: who runs this program answers for its records. */
async function tellSuperAdmins(
  platform: Platform,
  db: SystemDb,
  event: VerifactuEvent,
  params: NonNullable<News['params']>,
  organization_id: string | null = null,
): Promise<void> {
  const about = { object_type: 'verifactu', object_id: null, organization_id } as const;
  const link = new URL(PAGES[event], platform.config.publicUrl).href;
  await notify(platform, db, { event, to: 'super_admins', ...about, params }, ({ to, language }) =>
    verifactuMail({ to, language, link }, event, params),
  );
}
