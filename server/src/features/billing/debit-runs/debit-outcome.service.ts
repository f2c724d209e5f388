import { canComeBack, stepsOf } from '@atalaya/contract/debit-run-states';
import type { DebitRunStep } from '@atalaya/contract/debit-run-states';
import type { DebitRunDetail, debitRunRoutes } from '@atalaya/contract/debit-runs';
import type { z } from 'zod';
import type { By } from '../../../platform/core/actor.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import type { Author } from '../../../platform/records/audit.ts';
import { lockOrganizations } from '../../seats/seats.rules.ts';
import { lockInvoice, payInvoice, requirePastDay } from '../invoices/invoice-changes.service.ts';
import { payBack } from '../invoices/refunds.service.ts';
import { findMandate } from '../mandates/mandates.queries.ts';
import { endMandate } from '../mandates/mandates.service.ts';
import { readToday } from '../../../platform/database/clock.ts';
import {
  findRun,
  findRunOf,
  listDebits,
  markBack,
  markPaid,
  markRun,
  withdraw,
} from './debit-runs.queries.ts';
import type { DebitRow, RunRow } from './debit-runs.queries.ts';
import { getRun, recordRun } from './debit-runs.service.ts';

/** The bank has the file. @throws object.not_found, debit_run.wrong_status */
export function presentDebitRun(platform: Platform, by: By, id: string): Promise<DebitRunDetail> {
  return platform.database.withSystem('say that a run of direct debits was presented', async (db) => {
    const { number } = await lockRun(db, id, 'present');
    await markRun(db, id, 'presented');
    await recordRun(db, by, id, 'debit_run.presented', { number });
    return getRun(db, id);
  });
}

/** Nothing of it will be collected. @throws object.not_found, debit_run.wrong_status */
export function cancelDebitRun(platform: Platform, by: By, id: string): Promise<DebitRunDetail> {
  return platform.database.withSystem('cancel a run of direct debits', async (db) => {
    const { number } = await lockRun(db, id, 'cancel');
    await withdraw(db, id);
    await markRun(db, id, 'canceled');
    await recordRun(db, by, id, 'debit_run.canceled', { number });
    return getRun(db, id);
  });
}

/**
 * It was collected: what has not come back is paid. From its day on.
 * @throws object.not_found, debit_run.wrong_status
 */
export function confirmDebitRun(platform: Platform, by: By, id: string): Promise<DebitRunDetail> {
  return platform.database.withSystem('confirm a run of direct debits', async (db) => {
    await collectRun(db, by, id);
    return getRun(db, id);
  });
}

/** All that is pending of a run is paid, on its day or the one that the bank tells. */
export async function collectRun(db: SystemDb, by: By, id: string, day?: string): Promise<void> {
  const run = await lockRun(db, id, 'confirm');
  if (!run.is_due && day === undefined) throw new AppError('debit_run.wrong_status');
  const debits = (await listDebits(db, id)).filter(({ status }) => status === 'pending');
  // All at once and in their order: another transaction may hold some of them.
  await lockOrganizations(db, [...new Set(debits.map(({ organization_id }) => organization_id))]);
  const today = await readToday(db);
  await recordRun(db, by, id, 'debit_run.confirmed', { number: run.number, debits: debits.length });
  for (const debit of debits) await settle(db, by, day ?? run.collect_on, debit, today);
  await markRun(db, id, 'confirmed');
}

/** One of a run is paid, as the bank tells; with the last one the run is confirmed. */
export async function collectDebit(db: SystemDb, by: By, id: string, day: string): Promise<void> {
  const { run, debit } = await lockDebit(db, id, 'confirm');
  if (debit.status !== 'pending') throw new AppError('debit_run.wrong_status');
  await settle(db, by, day, debit, await readToday(db));
  const left = (await listDebits(db, run.id)).filter(({ status }) => status === 'pending');
  if (left.length > 0) return;
  await markRun(db, run.id, 'confirmed');
  await recordRun(db, by, run.id, 'debit_run.confirmed', { number: run.number, debits: run.debits });
}

async function lockDebit(db: SystemDb, id: string, step: DebitRunStep) {
  const run_id = await findRunOf(db, id);
  const run = run_id && (await lockRun(db, run_id, step));
  const debit = run && (await listDebits(db, run.id)).find((each) => each.id === id);
  if (!debit) throw new AppError('object.not_found');
  return { run, debit };
}

async function settle(
  db: SystemDb,
  by: Author,
  paid_on: string,
  debit: DebitRow,
  today: string,
): Promise<void> {
  const invoice = await lockInvoice(db, debit.invoice_id);
  const { amount_cents, reference } = debit;
  const paid = { amount_cents, method: 'direct_debit' as const, reference, paid_on };
  await markPaid(db, debit.id, await payInvoice(db, by, invoice, paid, today));
  if (debit.sequence !== 'OOFF' && debit.sequence !== 'FNAL') return;
  const mandate = await findMandate(db, debit.mandate_id);
  if (mandate?.status === 'active') await endMandate(db, by, mandate, 'completed');
}

type Back = z.output<typeof debitRunRoutes.returnDebit.body>;

/**
 * A debit came back: before it was confirmed it is as if it had not been, afterwards its payment is paid back.
 * @throws object.not_found, debit_run.wrong_status, payment.refund_exceeds, request.invalid for a day to come
 */
export function returnDebit(platform: Platform, by: By, id: string, back: Back): Promise<DebitRunDetail> {
  return platform.database.withSystem('say that a direct debit came back', async (db) => {
    requirePastDay(await readToday(db), back.returned_on, 'returned_on');
    return getRun(db, await takeBack(platform, db, by, id, back));
  });
}

/** The same in a transaction that is open. @returns the id of its run */
export async function takeBack(
  platform: Platform,
  db: SystemDb,
  by: By,
  id: string,
  { code, returned_on }: Back,
): Promise<string> {
  const { run, debit } = await lockDebit(db, id, 'return');
  if (!canComeBack(debit)) throw new AppError('debit_run.wrong_status');
  const invoice = await lockInvoice(db, debit.invoice_id);
  const status = debit.payment_id === null ? 'rejected' : 'returned';
  const { organization_id, invoice_code, amount_cents } = debit;
  await recordChange(db, by, {
    action: 'invoice.debit_returned',
    object_type: 'invoice',
    object_id: debit.invoice_id,
    organization_id,
    after: { code: invoice_code, status, return_code: code, returned_on, amount_cents },
  });
  if (debit.payment_id !== null)
    await payBack(platform, db, by, invoice, debit.payment_id, {
      amount_cents: debit.amount_cents,
      method: 'direct_debit',
      reference: debit.reference,
      paid_on: returned_on,
      reason: `SEPA ${code}`,
    });
  await markBack(db, id, { status, code, returned_on });
  return run.id;
}

/** @throws object.not_found, debit_run.wrong_status where that is not said of it now */
async function lockRun(db: SystemDb, id: string, step: DebitRunStep): Promise<RunRow> {
  const run = await findRun(db, id, { locks: true });
  if (!run) throw new AppError('object.not_found');
  if (!stepsOf(run).includes(step)) throw new AppError('debit_run.wrong_status');
  return run;
}
