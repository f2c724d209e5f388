import { Readable } from 'node:stream';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import { isTaxId, keptTaxId } from '@atalaya/contract/tax-id';
import type { RecordListQuery, Verifactu, verifactuRoutes } from '@atalaya/contract/verifactu';
import type { z } from 'zod';
import type { By } from '../../../platform/core/actor.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import { readToday } from '../../../platform/database/clock.ts';
import { agencyError } from './agency-errors.ts';
import { findCertificate } from './certificate.queries.ts';
import { certificateOf } from './certificate.service.ts';
import { sendingOf } from './sending.service.ts';
import { BEGINNING, problemsOf, writeFoot, writeHead, writeOne } from './verifactu-chain.ts';
import type { Before, ChainProblem } from './verifactu-chain.ts';
import { correctionOf } from './verifactu-correction.ts';
import { recordCorrection } from './verifactu-recording.service.ts';
import {
  findIssuer,
  findRecord,
  findSeal,
  listNext,
  listRecords as listRows,
  listRecordsOf,
  listUnrecorded,
  listYears,
  lockIssuer,
  readSpan,
  saveIssuer,
} from './verifactu.queries.ts';
import type { ListedRecord, StoredRecord } from './verifactu.queries.ts';

const PAGE = 500;

/** How VERI*FACTU is configured; before it is, what it would begin with. */
export const readVerifactu = (platform: Platform): Promise<Verifactu> =>
  platform.database.withSystem('read how VERI*FACTU is configured', (db) => verifactuOf(platform, db));

async function verifactuOf(platform: Platform, db: SystemDb): Promise<Verifactu> {
  const issuer = await findIssuer(db);
  const { invoiceIssuer: printed } = platform.config;
  return {
    version: issuer?.version ?? 0,
    tax_id: issuer?.tax_id ?? printed.tax_id,
    name: issuer?.name ?? printed.name,
    installation: issuer?.installation ?? null,
    environment: issuer?.environment ?? 'test',
    starts_on: issuer?.starts_on ?? (await readToday(db)),
    is_on: issuer?.is_on ?? false,
    records: issuer?.last_number ?? 0,
    years: await listYears(db),
    certificate: await certificateOf(db, issuer?.tax_id ?? printed.tax_id),
    sending: await sendingOf(db),
  };
}

/**
 * Configures it, and switches it on or off: for good once there is a record, since a chain is never begun anew.
 * @throws object.stale, verifactu.begun, verifactu.certificate_needed, request.invalid
 */
export async function updateVerifactu(
  platform: Platform,
  by: By,
  { version, ...asked }: z.output<typeof verifactuRoutes.updateVerifactu.body>,
): Promise<Verifactu> {
  return platform.database.withSystem('configure VERI*FACTU', async (db) => {
    const before = await lockIssuer(db);
    if ((before?.version ?? 0) !== version)
      throw new AppError('object.stale', { current: await verifactuOf(platform, db) });
    if (before && before.last_number > 0) throw new AppError('verifactu.begun');
    const values = { ...asked, tax_id: keptTaxId('ES', asked.tax_id), name: asked.name.trim() };
    requireFields(values, await readToday(db));
    // Real records have to be sent at once.
    if (values.environment === 'real' && values.is_on && !(await findCertificate(db))?.is_valid)
      throw new AppError('verifactu.certificate_needed');
    await saveIssuer(db, values);
    const { tax_id, name, environment, starts_on, is_on } = before ?? {};
    await recordChange(db, by, {
      action: 'verifactu.updated',
      object_type: 'verifactu',
      object_id: null,
      organization_id: null,
      before: before ? { tax_id, name, environment, starts_on, is_on } : {},
      after: values,
    });
    return verifactuOf(platform, db);
  });
}

function requireFields(
  { tax_id, name, starts_on }: { tax_id: string; name: string; starts_on: string },
  today: string,
) {
  const wrong = [
    ...(isTaxId('ES', tax_id) ? [] : [{ field: 'body.tax_id', code: 'invalid_nif' as const }]),
    ...(name === '' ? [{ field: 'body.name', code: 'too_small' as const }] : []),
    ...(starts_on < today ? [{ field: 'body.starts_on', code: 'too_small' as const }] : []),
  ];
  if (wrong.length > 0) throw new AppError('request.invalid', { fields: wrong });
}

/** A page of records, newest first. */
export function listVerifactuRecords(
  platform: Platform,
  query: RecordListQuery,
): Promise<z.input<typeof verifactuRoutes.listVerifactuRecords.response>> {
  return platform.database.withSystem('list the records of VERI*FACTU', async (db) => {
    const { rows, total } = await listRows(db, query);
    return { items: rows.map(toRecord), total, page: query.page, page_size: PAGE_SIZE };
  });
}

const toRecord = ({ invoice_id, invoice_code, error_code, words, ...row }: ListedRecord) => ({
  ...row,
  id: String(row.number),
  invoice: { id: invoice_id, code: invoice_code },
  recorded_at: row.recorded_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
  answered_at: row.answered_at?.toISOString() ?? null,
  error: agencyError(error_code, words),
});

type RecordDetail = z.input<typeof verifactuRoutes.readVerifactuRecord.response>;

/** A record, as it was written, and how it can be corrected. @throws object.not_found */
export const readVerifactuRecord = (platform: Platform, number: number): Promise<RecordDetail> =>
  platform.database.withSystem('read a record of VERI*FACTU', (db) => detailOf(db, number));

async function detailOf(db: SystemDb, number: number): Promise<RecordDetail> {
  const record = await findRecord(db, number);
  if (!record) throw new AppError('object.not_found');
  const [written] = await listNext(db, { after: number - 1, last: number, year: null }, 1);
  const correction = correctionOf(await listRecordsOf(db, record.invoice_id), number);
  return { ...toRecord(record), xml: written?.xml ?? '', correction };
}

/**
 * Corrects the last record of an invoice by a new one, which is chained and sent as any other.
 * @returns the new one @throws object.not_found, verifactu.not_correctable, verifactu.refused
 */
export async function correctVerifactuRecord(
  platform: Platform,
  by: By,
  number: number,
): Promise<RecordDetail> {
  return platform.database.withSystem('correct a record of VERI*FACTU', async (db) => {
    const corrected = await recordCorrection(db, number);
    const detail = await detailOf(db, corrected);
    await recordChange(db, by, {
      action: 'verifactu.record_corrected',
      object_type: 'verifactu',
      object_id: null,
      organization_id: null,
      before: { record: number, code: detail.invoice.code },
      after: { record: corrected, code: detail.invoice.code },
    });
    return detail;
  });
}

/** The records of a year as a file that can be verified, read page by page. */
export const exportVerifactuRecords = (platform: Platform, year: number): Readable =>
  Readable.from(fileOf(platform, year));

async function* fileOf(platform: Platform, year: number): AsyncGenerator<string, void> {
  const read = <T>(work: (db: SystemDb) => Promise<T>) =>
    platform.database.withSystem('export the records of VERI*FACTU', work);
  const { before, last, seal } = await read(async (db) => {
    const span = await readSpan(db, year);
    return { ...span, seal: await findSeal(db, span.before) };
  });
  yield writeHead(year, { number: before, seal });
  let end: StoredRecord | null = null;
  for (let after = before; after < last;) {
    const from = after;
    const page = await read((db) => listNext(db, { after: from, last, year }, PAGE));
    yield page.map(writeOne).join('');
    end = page.at(-1) ?? end;
    after = page.at(-1)?.number ?? last;
  }
  yield writeFoot(last - before, end);
}

/** Recomputes the whole chain, compares it with its rows, and looks for invoices that are not in it. */
export function verifyVerifactuRecords(
  platform: Platform,
): Promise<z.input<typeof verifactuRoutes.verifyVerifactuRecords.response>> {
  return platform.database.withSystem('verify the chain of VERI*FACTU', async (db) => {
    const issuer = await findIssuer(db);
    const last = issuer?.last_number ?? 0;
    const problems: ChainProblem[] = [];
    let before: Before = BEGINNING;
    let records = 0;
    for (;;) {
      const page: StoredRecord[] = await listNext(db, { after: before.number, last, year: null }, PAGE);
      for (const row of page) {
        const found = problemsOf(before, row);
        problems.push(...found.problems);
        if (!isLike(row, found.last))
          problems.push({ number: row.number, code: row.invoice_code, kind: 'unlike' });
        before = found.last;
      }
      records += page.length;
      if (page.length < PAGE) break;
    }
    if (before.number !== last || before.seal !== (issuer?.last_seal ?? null))
      problems.push({ number: before.number, code: null, kind: 'cut' });
    for (const code of await listUnrecorded(db)) problems.push({ number: 0, code, kind: 'missing' });
    return { records, problems };
  });
}

const isLike = (row: StoredRecord, { name }: Before) =>
  name?.code === row.invoice_code && name.hash === row.hash;
