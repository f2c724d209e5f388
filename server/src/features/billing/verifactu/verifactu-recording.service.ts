import { readFileSync } from 'node:fs';
import { verifactuRulesEn } from '@atalaya/contract/verifactu-words.en';
import { verifactuRulesEs } from '@atalaya/contract/verifactu-words.es';
import { AppError } from '../../../platform/core/errors.ts';
import { SERVER_FOLDER } from '../../../platform/core/server-folder.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import { invoiceCode } from '../billing-texts.ts';
import type { IssuedInvoice } from '../invoices/invoice-hash.ts';
import { findInvoice, listLines } from '../invoices/invoice-reading.queries.ts';
import type { InvoiceRow } from '../invoices/invoice-reading.queries.ts';
import { BEGINNING, problemsOf, readRecord, sealOf } from './verifactu-chain.ts';
import { correctionOf, isRefused } from './verifactu-correction.ts';
import { hashRecord, issueRecord, writeRecord } from './verifactu-record.ts';
import type { Issuer, Previous, VerifactuRecord } from './verifactu-record.ts';
import { rulesBrokenBy } from './verifactu-rules.ts';
import type { Rule } from './verifactu-rules.ts';
import {
  findRecord,
  findRecorded,
  insertRecord,
  listLast,
  listRecordsOf,
  lockIssuer,
  lockRecorder,
  readClock,
} from './verifactu.queries.ts';
import type { IssuerRow } from './verifactu.queries.ts';

/**
 * Records are written in the transaction of what they record: there is none without the other. Who records holds the
 * chain from before the number of the invoice is taken, so that invoices come into it one after another.
 */

/** Of this program. */
export const { version: VERSION } = JSON.parse(
  readFileSync(new URL('package.json', SERVER_FOLDER), 'utf8'),
) as {
  version: string;
};

/** Holds the chain for an invoice that is about to be issued; null where none is recorded on its day. */
export const beginRecord = (
  db: SystemDb,
  { issued_on }: Pick<IssuedInvoice, 'issued_on'>,
): Promise<IssuerRow | null> => lockRecorder(db, issued_on);

/** Records an invoice that was issued. @throws verifactu.refused, verifactu.clock_behind, verifactu.chain_broken */
export async function recordIssue(db: SystemDb, issuer: IssuerRow, invoice: IssuedInvoice): Promise<void> {
  const rectified = invoice.rectifies_id === null ? null : await findInvoice(db, invoice.rectifies_id);
  const named = {
    ...invoice,
    code: invoiceCode(invoice),
    rectifies: rectified && { code: rectified.code, issued_on: rectified.issued_on },
  };
  await add(db, issuer, invoice, (end) => issueRecord(named, end));
}

/** Records that an invoice is annulled, where it is recorded itself. @throws as `recordIssue` */
export async function recordAnnulment(db: SystemDb, invoice: InvoiceRow): Promise<void> {
  if (!(await findRecorded(db, invoice.id))) return;
  const issuer = await lockIssuer(db);
  if (!issuer) return;
  const { code, issued_on } = invoice;
  const without_previous = isRefused(await listRecordsOf(db, invoice.id));
  const correction = { without_previous, previous_rejection: null };
  await add(db, issuer, invoice, (end) => ({ kind: 'annulment', code, issued_on, correction, ...end }));
}

/**
 * Records an invoice, or its annulment, once more in the place of its last record; what the invoice says is said anew.
 * @returns the number of the new record @throws verifactu.not_correctable, and as `recordIssue`
 */
export async function recordCorrection(db: SystemDb, number: number): Promise<number> {
  const issuer = await lockIssuer(db);
  const record = await findRecord(db, number);
  const invoice = record && (await findInvoice(db, record.invoice_id));
  if (!issuer || !invoice) throw new AppError('object.not_found');
  const correction = correctionOf(await listRecordsOf(db, invoice.id), number);
  if (!correction) throw new AppError('verifactu.not_correctable');
  const { code, issued_on } = invoice;
  if (record.kind === 'annulment')
    return add(
      db,
      issuer,
      invoice,
      (end) => ({ kind: 'annulment', code, issued_on, correction, ...end }),
      number,
    );
  const lines = await listLines(db, [invoice.id]);
  const rectified = invoice.rectifies_id === null ? null : await findInvoice(db, invoice.rectifies_id);
  const rectifies = rectified && { code: rectified.code, issued_on: rectified.issued_on };
  return add(
    db,
    issuer,
    invoice,
    (end) => ({ ...issueRecord({ ...invoice, lines, rectifies }, end), correction }),
    number,
  );
}

/** What the rule says comes with the refusal, in both languages: few will ever read it, and no browser has to hold it. */
const wordsOf = (rule: Rule) => ({ es: verifactuRulesEs[rule], en: verifactuRulesEn[rule] });

type End = { issuer: Issuer; previous: Previous; at: string };

async function add(
  db: SystemDb,
  issuer: IssuerRow,
  invoice: { id: string; organization_id: string },
  recordAt: (end: End) => VerifactuRecord,
  corrects: number | null = null,
): Promise<number> {
  const previous = await readEnd(db, issuer);
  const { at, today, is_behind } = await readClock(db);
  if (is_behind) throw new AppError('verifactu.clock_behind');
  const { tax_id, name, installation } = issuer;
  const record = recordAt({ issuer: { tax_id, name, installation, version: VERSION }, previous, at });
  const [rule] = rulesBrokenBy(record, today);
  if (rule) throw new AppError('verifactu.refused', { params: { rule, ...wordsOf(rule) } });
  const number = issuer.last_number + 1;
  const xml = writeRecord(record);
  await insertRecord(db, {
    number,
    organization_id: invoice.organization_id,
    invoice_id: invoice.id,
    kind: record.kind,
    invoice_code: record.code,
    invoice_type: record.kind === 'issue' ? record.type : null,
    total_cents: record.kind === 'issue' ? record.total_cents : null,
    environment: issuer.environment,
    issuer_tax_id: tax_id,
    issuer_name: name,
    recorded_at: at,
    year: Number(at.slice(0, 4)),
    hash: hashRecord(record),
    xml,
    seal: sealOf(issuer.last_seal, number, xml),
    corrects,
  });
  return number;
}

/** The end of the chain, once it has been seen to fit the record before it. @throws verifactu.chain_broken */
async function readEnd(db: SystemDb, { last_number, last_seal }: IssuerRow): Promise<Previous> {
  const [last, before] = await listLast(db, 2);
  if (!last && last_number === 0) return null;
  const name = before && readRecord(before.xml)?.name;
  const start = before ? { number: before.number, seal: before.seal, name: name ?? null } : BEGINNING;
  const isWhole =
    last?.number === last_number && last.seal === last_seal && problemsOf(start, last).problems.length === 0;
  if (!isWhole) throw new AppError('verifactu.chain_broken');
  return { code: last.invoice_code, issued_on: last.issued_on, hash: last.hash };
}
