import type { InvoiceDetail } from '@atalaya/contract/billing';
import { eInvoiceGap } from '@atalaya/contract/e-invoice';
import type { Db } from '../../../platform/database/database.ts';
import { withRows } from '../../../platform/database/rows.ts';
import { queueLater } from '../../../platform/mail/mail.ts';
import type { Letter } from '../../../platform/mail/mail-queue.ts';
import type { MessageWithFiles } from '../../../platform/mail/message.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { areProvenAddresses, isProvenAddress } from '../../../platform/accounts/accounts.queries.ts';
import type { Language } from '../billing-texts.ts';
import { findSubscription } from '../subscriptions/subscriptions.queries.ts';
import { eInvoiceFile, pdfFile } from './invoice-files.ts';
import type { IssuedInvoice } from './invoice-hash.ts';
import { invoiceMail } from './invoice.email.ts';
import { getDetail } from './invoices.service.ts';
import { findOwner } from './invoices.queries.ts';

const COMPOSER = 'invoice';

type Mailed = Pick<IssuedInvoice, 'id' | 'organization_id' | 'customer_email'>;

/** Mails invoices, in the transaction that issues them, to the addresses for invoices; none where there is none. */
export async function queueInvoiceMails(db: Db, invoices: Mailed[]): Promise<void> {
  const mails = invoices.flatMap(({ id: about, organization_id, customer_email: to }) =>
    to === null ? [] : { composer: COMPOSER, about, to, organization_id },
  );
  if (mails.length === 0) return;
  const proven = await areProvenAddresses(
    db,
    mails.map(({ organization_id, to: address }) => ({ organization_id, address })),
  );
  await queueLater(
    db,
    withRows(mails, proven).map(([mail, is_proven]) => ({ ...mail, to_stranger: !is_proven })),
  );
}

/** Says who writes those mails. */
export function registerInvoiceMail(platform: Platform): void {
  platform.mail.composes(COMPOSER, { find: (id) => letterOf(platform, id) });
}

function letterOf(platform: Platform, id: string): Promise<Letter | null> {
  return platform.database.withSystem('write the mail of an invoice', async (db) => {
    const organization_id = await findOwner(db, id);
    const subscription = organization_id === null ? null : await findSubscription(db, organization_id);
    const invoice = subscription && (await getDetail(platform, db, id));
    if (!invoice || invoice.customer_email === null) return null;
    const to = invoice.customer_email;
    const proven = await isProvenAddress(db, invoice.organization.id, to);
    const { language } = subscription;
    return { proven, write: () => mailOf(platform, invoice, { to, language, to_stranger: !proven }) };
  });
}

type Reader = { to: string; language: Language; to_stranger: boolean };

/** With the e-invoice where the invoice says all that one needs. */
async function mailOf(platform: Platform, invoice: InvoiceDetail, reader: Reader): Promise<MessageWithFiles> {
  const link = new URL(`/admin/billing?tab=invoices&invoice=${invoice.id}`, platform.config.publicUrl).href;
  const eInvoice = eInvoiceGap(invoice) ? [] : [eInvoiceFile(invoice)];
  return { ...invoiceMail(invoice, reader, link), attachments: [await pdfFile(invoice), ...eInvoice] };
}
