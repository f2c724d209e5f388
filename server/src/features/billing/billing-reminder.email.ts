import { writeMoney } from '@atalaya/contract/formats';
import { renderMail } from '../../platform/mail/layout.ts';
import type { Message } from '../../platform/mail/message.ts';
import { plainName } from '../../platform/mail/plain-name.ts';
import { writeDay } from './billing-texts.ts';
import type { Language } from './billing-texts.ts';

export type Reminder = {
  to: string;
  language: Language;
  unsubscribe: string | undefined;
  /** An admin has chosen the address, and the name of the organization too: it is in no subject then. */
  to_stranger?: boolean;
  /** null: it may not be told. */
  organization: string | null;
  outstanding_cents: number;
  currency: string;
  /** When the first invoice that is not paid was due, and when the subscription ends unless it is paid. */
  due_on: string;
  ends_on: string;
  /** Of the billing screen, absolute. */
  link: string;
};

/** Says that invoices are overdue, and what follows. */
export function reminderMail(reminder: Reminder): Message {
  const { to, language, link, unsubscribe, to_stranger } = reminder;
  const organization = to_stranger ? plainName(reminder.organization) : reminder.organization;
  const named = organization === null || to_stranger ? '' : `: ${organization}`;
  const amount = writeMoney(reminder.outstanding_cents, reminder.currency, language);
  const due = writeDay(reminder.due_on, language);
  const end = writeDay(reminder.ends_on, language);
  const texts = {
    es: {
      subject: `Suscripción vencida${named}`,
      title: 'Tu suscripción está vencida',
      paragraphs: [
        `La cuenta de ${organization ?? 'tu empresa'} tiene ${amount} sin pagar, con vencimiento el ${due}.`,
        `Si no recibimos el pago antes del ${end}, la suscripción se cancelará y la cuenta quedará en solo lectura.`,
      ],
      button: { label: 'Ver facturas', url: link },
      footnote: 'Si ya has pagado, ignora este mensaje: el pago puede tardar unos días en registrarse.',
    },
    en: {
      subject: `Subscription past due${named}`,
      title: 'Your subscription is past due',
      paragraphs: [
        `The account for ${organization ?? 'your company'} has ${amount} outstanding, due on ${due}.`,
        `If we don’t receive payment before ${end}, the subscription will be canceled and the account will become read-only.`,
      ],
      button: { label: 'View invoices', url: link },
      footnote: 'If you’ve already paid, ignore this message. Payments can take a few days to be recorded.',
    },
  };
  return { to, ...renderMail({ language, ...texts[language], ...(unsubscribe ? { unsubscribe } : {}) }) };
}
