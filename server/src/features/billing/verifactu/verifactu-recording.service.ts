import { readFileSync } from 'node:fs';
import { verifactuRulesEn } from '@atalaya/contract/verifactu-words.en';
import { verifactuRulesEs } from '@atalaya/contract/verifactu-words.es';
import { AppError } from '../../../platform/core/errors.ts';
import { SERVER_FOLDER } from '../../../platform/core/server-folder.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import { yearOf } from '../billing-days.ts';
import { invoiceCode } from '../billing-texts.ts';
import type { IssuedInvoice } from '../invoices/invoice-hash.ts';
import { findInvoice, listLines } from '../invoices/invoice-reading.queries.ts';
import type { InvoiceRow } from '../invoices/invoice-reading.queries.ts';
import { BEGINNING, problemsOf, readRecord, sealOf } from './verifactu-chain.ts';
import { correctionOf, isRefused } from './verifactu-correction.ts';
import { hashRecord, issueRecord, writeRecord } from './verifactu-record.ts';
import type { InvoiceName, Issuer, Previous, VerifactuRecord } from './verifactu-record.ts';
import { rulesBrokenBy } from './agency-rules.ts';
import type { Rule } from './agency-rules.ts';
import {
  findRecord,
  findRecorded,
  insertRecords,
  listLast,
  listRecordsOf,
  lockIssuer,
  lockRecorder,
  readClock,
} from './verifactu.queries.ts';
import type { IssuerRow, NewRecord } from './verifactu.queries.ts';

/**
 * Records are written in the transaction of what they record: there is none without the other. Who records holds the
 * chain from before the numbers of the invoices are taken, so that invoices come into it one after another.
 */

/** Of this program. */
export const { version: VERSION } = JSON.parse(
  readFileSync(new URL('package.json', SERVER_FOLDER), 'utf8'),
) as {
  version: string;
};

/** Holds the chain for invoices that are about to be issued on a day; null where none is recorded then. */
export const beginRecords = (db: SystemDb, issued_on: string): Promise<IssuerRow | null> =>
  lockRecorder(db, issued_on);

/**
 * The records of invoices that are being issued, in their order, to be stored once the invoices are.
 * @throws verifactu.refused, verifactu.clock_behind, verifactu.chain_broken
 */
export async function issueRecords(
  db: SystemDb,
  issuer: IssuerRow,
  invoices: IssuedInvoice[],
): Promise<NewRecord[]> {
  const parts: Part[] = [];
  for (const invoice of invoices) {
    const rectifies = invoice.rectifies_id === null ? null : await nameOf(db, invoice.rectifies_id);
    const named = { ...invoice, code: invoiceCode(invoice), rectifies };
    parts.push({ invoice, recordAt: (end) => issueRecord(named, end) });
  }
  return chain(db, issuer, parts);
}

async function nameOf(db: SystemDb, id: string): Promise<InvoiceName | null> {
  const invoice = await findInvoice(db, id);
  return invoice && { code: invoice.code, issued_on: invoice.issued_on };
}

/** Records that an invoice is annulled, where it is recorded itself. @throws as `issueRecords` */
export async function recordAnnulment(db: SystemDb, invoice: InvoiceRow): Promise<void> {
  if (!(await findRecorded(db, invoice.id))) return;
  const issuer = await lockIssuer(db);
  if (!issuer) return;
  const { code, issued_on } = invoice;
  const without_previous = isRefused(await listRecordsOf(db, invoice.id));
  const correction = { without_previous, previous_rejection: null };
  const recordAt = (end: End) => ({ kind: 'annulment' as const, code, issued_on, correction, ...end });
  await add(db, issuer, { invoice, recordAt });
}

/**
 * Records an invoice, or its annulment, once more in the place of its last record; what the invoice says is said anew.
 * @returns the number of the new record @throws verifactu.not_correctable, and as `issueRecords`
 */
export async function recordCorrection(db: SystemDb, number: number): Promise<number> {
  const issuer = await lockIssuer(db);
  const record = await findRecord(db, number);
  const invoice = record && (await findInvoice(db, record.invoice_id));
  if (!issuer || !invoice) throw new AppError('object.not_found');
  const correction = correctionOf(await listRecordsOf(db, invoice.id), number);
  if (!correction) throw new AppError('verifactu.not_correctable');
  const { code, issued_on } = invoice;
  const corrects = number;
  if (record.kind === 'annulment') {
    const recordAt = (end: End) => ({ kind: 'annulment' as const, code, issued_on, correction, ...end });
    return add(db, issuer, { invoice, recordAt, corrects });
  }
  const lines = await listLines(db, [invoice.id]);
  const rectifies = invoice.rectifies_id === null ? null : await nameOf(db, invoice.rectifies_id);
  const recordAt = (end: End) => ({ ...issueRecord({ ...invoice, lines, rectifies }, end), correction });
  return add(db, issuer, { invoice, recordAt, corrects });
}

/** What the rule says comes with the refusal, in both languages: few will ever read it, and no browser has to hold it. */
const wordsOf = (rule: Rule) => ({ es: verifactuRulesEs[rule], en: verifactuRulesEn[rule] });

type End = { issuer: Issuer; previous: Previous; at: string };
/** A record that is to come, and the number of the one that it corrects. */
type Part = {
  invoice: { id: string; organization_id: string };
  recordAt: (end: End) => VerifactuRecord;
  corrects?: number;
};

/** Puts a record at the end of the chain. @returns its number */
async function add(db: SystemDb, issuer: IssuerRow, part: Part): Promise<number> {
  const [record] = await chain(db, issuer, [part]);
  if (!record) throw new Error('the chain has lost a record');
  await insertRecords(db, [record]);
  return record.number;
}

/** Records as they come after the end of the chain, one after another, each with the seal of the one before it. */
async function chain(db: SystemDb, issuer: IssuerRow, parts: Part[]): Promise<NewRecord[]> {
  const { tax_id, name, installation, environment } = issuer;
  let { last_number: number, last_seal: seal } = issuer;
  let previous = await readEnd(db, issuer);
  const { at, today, is_behind } = await readClock(db);
  if (is_behind) throw new AppError('verifactu.clock_behind');
  return parts.map(({ invoice, recordAt, corrects = null }) => {
    const record = recordAt({ issuer: { tax_id, name, installation, version: VERSION }, previous, at });
    const [rule] = rulesBrokenBy(record, today);
    if (rule) throw new AppError('verifactu.refused', { params: { rule, ...wordsOf(rule) } });
    const { kind, code, issued_on } = record;
    const [xml, hash] = [writeRecord(record), hashRecord(record)];
    previous = { code, issued_on, hash };
    number += 1;
    const of_chain = { number, xml, hash, seal: sealOf(seal, number, xml), corrects };
    ({ seal } = of_chain);
    return {
      ...of_chain,
      organization_id: invoice.organization_id,
      invoice_id: invoice.id,
      kind,
      invoice_code: code,
      invoice_type: record.kind === 'issue' ? record.type : null,
      total_cents: record.kind === 'issue' ? record.total_cents : null,
      environment,
      issuer_tax_id: tax_id,
      issuer_name: name,
      recorded_at: at,
      year: yearOf(at),
    };
  });
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
