import type { InvoiceDetail, billingRoutes } from '@atalaya/contract/billing';
import type { z } from 'zod';
import type { By } from '../../../platform/core/actor.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import { lockOrganizationsAs } from '../../ranks/ranks.rules.ts';
import { tellOfRejection } from '../billing-news.service.ts';
import { addDays } from '../billing-days.ts';
import { readToday } from '../../../platform/database/clock.ts';
import { findInvoice } from './invoice-reading.queries.ts';
import type { InvoiceRow } from './invoice-reading.queries.ts';
import { getDetail } from './invoices.service.ts';
import { insertReceipt, listReceipts } from './receipts.queries.ts';

type Body = z.output<typeof billingRoutes.receiveInvoice.body>;

/**
 * Says what became of an invoice that was delivered: its issuer anything, its customer whether they accept it. What was
 * said before stays in its history; the same said once more changes nothing.
 * @throws object.not_found, invoice.annulled, request.invalid for a day before it was issued or to come, or for what
 *   is not the customer's to say
 */
export async function receiveInvoice(
  platform: Platform,
  by: By,
  id: string,
  { state, reason: why, said_on }: Body,
): Promise<InvoiceDetail> {
  const { actor } = by;
  const reason = why ?? null;
  const side = actor.role === 'super_admin' ? 'issuer' : 'customer';
  if (side === 'customer' && state === 'received')
    throw new AppError('request.invalid', { fields: [{ field: 'body.state', code: 'invalid' }] });
  return platform.database.withActor(actor, 'say what became of any invoice', async (db) => {
    const invoice = await lockOf(db, by, id);
    if (invoice.status === 'annulled') throw new AppError('invoice.annulled');
    requireDayBetween(invoice.issued_on, await readToday(db), said_on);
    const last = (await listReceipts(db, id)).at(-1);
    if (last?.state === state && last.reason === reason && last.side === side)
      return getDetail(platform, db, id);
    const { organization_id, code } = invoice;
    const said = { state, reason, said_on, side } as const;
    await insertReceipt(db, { ...said, organization_id, invoice_id: id, said_by: actor.profile_id });
    await recordChange(db, by, {
      action: `invoice.${state}`,
      object_type: 'invoice',
      object_id: id,
      organization_id,
      after: { code, reason, said_on },
    });
    if (state === 'rejected') await tellOfRejection(db, by, invoice, reason ?? '');
    return getDetail(platform, db, id);
  });
}

/** Not before the invoice, nor to come: somewhere it is tomorrow already. @throws request.invalid */
function requireDayBetween(issued_on: string, today: string, said_on: string): void {
  const code = said_on < issued_on ? 'too_small' : said_on > addDays(today, 1) ? 'too_big' : null;
  if (code) throw new AppError('request.invalid', { fields: [{ field: 'body.said_on', code }] });
}

/** An invoice of which nothing else is said until the transaction ends. @throws object.not_found */
async function lockOf(db: Db, { actor }: By, id: string): Promise<InvoiceRow> {
  const found = await findInvoice(db, id);
  if (!found) throw new AppError('object.not_found');
  await lockOrganizationsAs(db, actor, [found.organization_id]);
  const invoice = await findInvoice(db, id);
  if (!invoice) throw new AppError('object.not_found');
  return invoice;
}
