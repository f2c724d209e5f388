import type { By } from '../../platform/core/actor.ts';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { isProvenAddress } from '../../platform/accounts/accounts.queries.ts';
import { notify, notifyAdmins, notifyOnScreen } from '../notifications/notify.service.ts';
import type { MailReader } from '../notifications/notify.service.ts';
import { tryLockOrganizations } from '../seats/seats.rules.ts';
import { listTrialsEnding } from './billing-due.queries.ts';
import { invoiceCode } from './billing-texts.ts';
import { reminderMail } from './billing-reminder.email.ts';
import type { Reminder } from './billing-reminder.email.ts';
import type { IssuedInvoice } from './invoices/invoice-hash.ts';
import { readToday } from '../../platform/database/clock.ts';
import type { InvoiceRow } from './invoices/invoice-reading.queries.ts';
import type { SubscriptionRow } from './subscriptions/subscriptions.queries.ts';

/** Days before the end of a trial at which the admins are told. */
const TRIAL_NOTICE_DAYS = 3;

/** Tells the admins of each organization, in the transaction that issues them, of invoices. */
export async function tellOfInvoices(db: SystemDb, invoices: IssuedInvoice[]): Promise<void> {
  const each = invoices.map((invoice) => {
    const { id: object_id, organization_id, total_cents, currency, due_on } = invoice;
    return {
      organization_id,
      object_id,
      params: { code: invoiceCode(invoice), total_cents, currency, due_on },
    };
  });
  await notifyAdmins(db, { event: 'invoice.issued', object_type: 'invoice', each });
}

/** Tells them of a payment. */
export async function tellOfPayment(
  db: SystemDb,
  payment: {
    organization_id: string;
    invoice_id: string;
    code: string;
    amount_cents: number;
    currency: string;
  },
): Promise<void> {
  const { organization_id, invoice_id: object_id, code, amount_cents, currency } = payment;
  const params = { code, amount_cents, currency };
  const each = [{ organization_id, object_id, params }];
  await notifyAdmins(db, { event: 'payment.registered', object_type: 'invoice', each });
}

/** Tells those who look after it on both sides, but for the one who says so, that an invoice was rejected. */
export async function tellOfRejection(
  db: Db,
  { actor }: By,
  invoice: Pick<InvoiceRow, 'id' | 'organization_id' | 'organization_name' | 'code'>,
  reason: string,
): Promise<void> {
  const { id: object_id, organization_id, organization_name: organization, code } = invoice;
  await notifyOnScreen(db, {
    event: 'invoice.rejected',
    to: 'all_admins',
    except: actor.profile_id,
    organization_id,
    object_type: 'invoice',
    object_id,
    params: { code, organization, reason },
  });
}

/** Tells the admins of trials that end soon, once for each day of ending. */
export async function tellTrialsEnding(platform: Platform, day?: string): Promise<void> {
  await platform.database.withSystem('tell of trials that end soon', async (db) => {
    const today = day ?? (await readToday(db));
    const due = () => listTrialsEnding(db, today, TRIAL_NOTICE_DAYS);
    const locked = await tryLockOrganizations(
      db,
      (await due()).map((trial) => trial.organization_id),
    );
    // Asked again under the locks: another server may have told them in between.
    const each = (await due())
      .filter(({ organization_id }) => locked.includes(organization_id))
      .map(({ organization_id, ends_on }) => ({
        organization_id,
        object_id: organization_id,
        params: { ends_on },
      }));
    await notifyAdmins(db, { event: 'subscription.trial_ending', object_type: 'subscription', each });
  });
}

/**
 * Tells the admins of invoices that are overdue. Mailed to the address for invoices where there is one, which has no
 * preferences; else to the admins who want it. Returns how many mails that were.
 */
export async function tellOfPastDue(
  platform: Platform,
  db: Db,
  { organization_id, billing_email, language }: SubscriptionRow,
  about: Omit<Reminder, 'to' | 'language' | 'unsubscribe'>,
): Promise<number> {
  const { outstanding_cents, currency, ends_on } = about;
  const params = { outstanding_cents, currency, ends_on };
  const account = { organization_id, object_type: 'subscription', object_id: organization_id } as const;
  const news = { event: 'subscription.past_due', to: 'admins', ...account, params } as const;
  let mails = 0;
  const compose = (reader: MailReader) => {
    mails += 1;
    return reminderMail({ ...reader, ...about });
  };
  if (billing_email) {
    mails += 1;
    const to_stranger = !(await isProvenAddress(db, organization_id, billing_email));
    const reader = { to: billing_email, language, unsubscribe: undefined };
    const mail = reminderMail({ ...reader, ...about, to_stranger });
    await platform.mail.enqueue(db, mail, { lane: 'bulk', organization_id, to_stranger });
  }
  await notify(platform, db, news, billing_email ? undefined : compose);
  return mails;
}
