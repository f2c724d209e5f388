import { sql } from 'kysely';
import { CERTIFICATE_WARNING_DAYS } from '@atalaya/contract/limits';
import type { SystemDb } from '../../../platform/database/database.ts';
import { boolean } from '../../../platform/database/columns.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import { columnsOf, rowsOf } from '../../../platform/database/rows.ts';
import { nearestWarning } from '../../../platform/database/warning-days.ts';

const certificateRow = {
  ...columnsOf('verifactu_certificate', 'kind', 'subject', 'issuer', 'serial', 'fingerprint', 'tax_id'),
  ...columnsOf('verifactu_certificate', 'starts_at', 'ends_at', 'sealed'),
  /** By the clock of the database. */
  is_valid: boolean,
};
export type CertificateRow = RowOf<typeof certificateRow>;

/** The certificate of the issuer; null where there is none. */
export async function findCertificate(db: SystemDb): Promise<CertificateRow | null> {
  const { rows } = await rowsOf(certificateRow)`
    select kind, subject, issuer, serial, fingerprint, tax_id, starts_at, ends_at, sealed,
      now() between starts_at and ends_at as is_valid
    from verifactu_certificate`.execute(db);
  return rows[0] ?? null;
}

/** Stores one in the place of the one before; its end is warned of anew. */
export async function saveCertificate(
  db: SystemDb,
  certificate: Omit<CertificateRow, 'is_valid'>,
): Promise<void> {
  await sql`delete from verifactu_certificate`.execute(db);
  await db.insertInto('verifactu_certificate').values(certificate).execute();
}

/** Whether there was one. */
export async function deleteCertificate(db: SystemDb): Promise<boolean> {
  const { rows } = await sql`delete from verifactu_certificate returning 1`.execute(db);
  return rows.length === 1;
}

/** When the certificate ends, where that is so near that it has not been told yet; marks that it is. */
export async function markCertificateEnding(db: SystemDb): Promise<Date | null> {
  const { rows } = await rowsOf(columnsOf('verifactu_certificate', 'ends_at'))`
    update verifactu_certificate c set told_days = due.days
    from (select ${nearestWarning(sql`ends_at`, CERTIFICATE_WARNING_DAYS)} as days from verifactu_certificate) due
    where due.days is not null and (c.told_days is null or c.told_days > due.days)
    returning c.ends_at`.execute(db);
  return rows[0]?.ends_at ?? null;
}
