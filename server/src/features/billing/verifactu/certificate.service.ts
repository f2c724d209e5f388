import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Verifactu, verifactuRoutes } from '@atalaya/contract/verifactu';
import type { z } from 'zod';
import type { By } from '../../../platform/core/actor.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { keyFor, seal, unseal } from '../../../platform/core/sealed.ts';
import { SERVER_FOLDER } from '../../../platform/core/server-folder.ts';
import { takingTurns } from '../../../platform/core/turns.ts';
import { instantOf } from '../../../platform/database/clock.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import {
  deleteCertificate,
  findCertificate,
  markCertificateEnding,
  saveCertificate,
} from './certificate.queries.ts';
import type { CertificateRow } from './certificate.queries.ts';
import type { Pkcs12, Pkcs12Answer } from './pkcs12.ts';
import { tellOfCertificateEnding } from './verifactu-news.service.ts';

/** The key and the certificates of the issuer, of which its own is the first: as PEM. */
export type OpenedCertificate = Pkcs12 & Omit<CertificateRow, 'sealed'>;

/** Its thread, which runs from its source beside the bundle too. */
const WORKER = new URL('src/features/billing/verifactu/pkcs12.worker.ts', SERVER_FOLDER);
const DEADLINE_MS = 15_000;
const inTurn = takingTurns({ atOnce: 1, waiting: 3 });

const OWNER = 'the issuer';
const sealingKey = ({ config }: Platform) => keyFor(config.authSecret, 'certificate of the issuer');

/** The certificate with its key; null where there is none, or it was sealed with another secret of the server. */
export async function openCertificate(platform: Platform, db: SystemDb): Promise<OpenedCertificate | null> {
  const row = await findCertificate(db);
  const opened = row && unseal(sealingKey(platform), OWNER, row.sealed);
  if (!row || !opened) return null;
  const { sealed: _, ...told } = row;
  return { ...told, ...(JSON.parse(opened.toString()) as Pkcs12) };
}

/** What is told of the certificate of an issuer. */
export async function certificateOf(db: SystemDb, tax_id: string | null): Promise<Verifactu['certificate']> {
  const row = await findCertificate(db);
  if (!row) return null;
  const { sealed: _, starts_at, ends_at, ...told } = row;
  return {
    ...told,
    starts_at: starts_at.toISOString(),
    ends_at: ends_at.toISOString(),
    is_other: row.tax_id !== tax_id,
  };
}

/**
 * Keeps the certificate of a PKCS#12 file, in the place of the one before.
 * @throws verifactu.certificate_unreadable, .certificate_password, .certificate_key, .certificate_expired
 */
export async function keepCertificate(
  platform: Platform,
  by: By,
  { kind, file, password }: z.output<typeof verifactuRoutes.saveVerifactuCertificate.body>,
): Promise<void> {
  const opened = await inTurn(() => openInThread(Buffer.from(file, 'base64'), password));
  if ('problem' in opened) throw new AppError(`verifactu.certificate_${opened.problem}`);
  const row = { kind, ...factsOf(opened), sealed: sealed(platform, opened) };
  await platform.database.withSystem('keep the certificate of VERI*FACTU', async (db) => {
    const now = await instantOf(db);
    if (now < row.starts_at || now >= row.ends_at) throw new AppError('verifactu.certificate_expired');
    const before = await findCertificate(db);
    await saveCertificate(db, row);
    await recordChange(db, by, {
      ...CHANGE,
      action: 'verifactu.certificate_saved',
      before: before ? auditedOf(before) : {},
      after: auditedOf(row),
    });
  });
}

/** @throws object.not_found */
export async function dropCertificate(platform: Platform, by: By): Promise<void> {
  await platform.database.withSystem('remove the certificate of VERI*FACTU', async (db) => {
    const before = await findCertificate(db);
    if (!before || !(await deleteCertificate(db))) throw new AppError('object.not_found');
    const action = 'verifactu.certificate_removed';
    await recordChange(db, by, { ...CHANGE, action, before: auditedOf(before), after: {} });
  });
}

/** Once each, so many days before nothing could be sent any more. */
export async function tellCertificateEnding(platform: Platform): Promise<void> {
  await platform.database.withSystem('tell that the certificate of VERI*FACTU ends soon', async (db) => {
    const ends_at = await markCertificateEnding(db);
    if (ends_at) await tellOfCertificateEnding(platform, db, ends_at);
  });
}

const CHANGE = { object_type: 'verifactu', object_id: null, organization_id: null } as const;

const auditedOf = ({
  kind,
  subject,
  serial,
  ends_at,
}: Pick<CertificateRow, 'kind' | 'subject' | 'serial' | 'ends_at'>) => ({ kind, subject, serial, ends_at });

const sealed = (platform: Platform, opened: Pkcs12) =>
  seal(sealingKey(platform), OWNER, Buffer.from(JSON.stringify(opened)));

async function openInThread(file: Buffer, password: string): Promise<Pkcs12Answer> {
  const worker = new Worker(WORKER, { workerData: { file, password }, execArgv: [] });
  try {
    const [answer] = (await once(worker, 'message', { signal: AbortSignal.timeout(DEADLINE_MS) })) as [
      Pkcs12Answer,
    ];
    return answer;
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return { problem: 'unreadable' };
    throw error;
  } finally {
    await worker.terminate();
  }
}

function factsOf({ chain: [own = ''] }: Pkcs12) {
  const certificate = new X509Certificate(own);
  const { subject, issuer, serialNumber: serial, fingerprint256: fingerprint } = certificate;
  return {
    subject: onOneLine(subject),
    issuer: onOneLine(issuer),
    serial,
    fingerprint,
    tax_id: taxIdOf(subject),
    starts_at: certificate.validFromDate,
    ends_at: certificate.validToDate,
  };
}

/** As a person reads it, without the escapes of a name that is written on lines. */
const onOneLine = (name: string) => name.split('\n').toReversed().join(', ').replaceAll(/\\(.)/g, '$1');

/**
 * The NIF of whom a certificate speaks for: of the organization, as that of a representative or a seal names it
 * (ETSI EN 319 412-1: VATES-B12345674), else of the person (IDCES-12345678Z).
 */
function taxIdOf(subject: string): string | null {
  const written = (name: string) =>
    new RegExp(`^${name}=(?:(?:VAT|NTR|IDC|TIN|PNO)ES-)?([0-9A-Z]{9})$`, 'm').exec(subject)?.[1] ?? null;
  return written('organizationIdentifier') ?? written('serialNumber');
}
