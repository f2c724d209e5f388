import type { InvoiceDetail } from '@atalaya/contract/billing';
import { writeMoney } from '@atalaya/contract/formats';
import { invoiceWordsEn } from '@atalaya/contract/invoice-words.en';
import { invoiceWordsEs } from '@atalaya/contract/invoice-words.es';
import { renderMail } from '../../../platform/mail/layout.ts';
import type { Message } from '../../../platform/mail/message.ts';
import { plainName } from '../../../platform/mail/plain-name.ts';
import { filled } from '../../../platform/pdf/pdf-text.ts';
import { writeDay } from '../billing-texts.ts';
import type { Language } from '../billing-texts.ts';

const WORDS = { es: invoiceWordsEs, en: invoiceWordsEn };

type Reader = {
  to: string;
  language: Language;
  /** An admin has chosen the address, and the name of the customer too. */
  to_stranger: boolean;
};

/** Says that an invoice was issued; it comes with it. A rectifying one gives back, and is not due. */
export function invoiceMail(
  invoice: InvoiceDetail,
  { to, language, to_stranger }: Reader,
  link: string,
): Message {
  const { code, kind, issuer, currency, total_cents } = invoice;
  const title = filled(WORDS[language][kind], { code });
  const customer = to_stranger ? plainName(invoice.customer_name) : invoice.customer_name;
  const amount = writeMoney(total_cents, currency, language);
  const due = writeDay(invoice.due_on, language);
  const isCharge = kind === 'standard';
  const texts = {
    es: {
      paragraphs: [
        `Adjuntamos la factura de ${customer ?? 'tu empresa'} por ${amount}.`,
        ...(isCharge ? [`Vence el ${due}.`] : []),
      ],
      button: { label: 'Ver factura', url: link },
    },
    en: {
      paragraphs: [
        `Attached is the invoice for ${customer ?? 'your company'}, ${amount} in total.`,
        ...(isCharge ? [`It’s due on ${due}.`] : []),
      ],
      button: { label: 'View invoice', url: link },
    },
  };
  const subject = `${title} · ${issuer.name}`;
  return { to, ...renderMail({ language, subject, title, ...texts[language] }) };
}
