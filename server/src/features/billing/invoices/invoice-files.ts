import type { InvoiceDetail } from '@atalaya/contract/billing';
import type { Attachment } from '../../../platform/mail/message.ts';
import { writeEInvoice } from './e-invoice.ts';

/** An invoice as the files that are downloaded and mailed. */

export async function pdfFile(invoice: InvoiceDetail): Promise<Attachment & { content: Buffer }> {
  // Its library is read for the first file: a start does not wait for it.
  const { invoicePdf } = await import('./invoice-pdf.ts');
  const content = await invoicePdf(invoice);
  return { filename: `factura-${invoice.code}.pdf`, content, contentType: 'application/pdf' };
}

/** @throws the code of what the invoice lacks (`eInvoiceGap`) */
export function eInvoiceFile(invoice: InvoiceDetail): Attachment {
  const content = writeEInvoice(invoice);
  return { filename: `factura-${invoice.code}.xml`, content, contentType: 'application/xml; charset=utf-8' };
}
