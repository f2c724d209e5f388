import type { InvoiceDetail } from './billing.ts';

type Parties = Pick<InvoiceDetail, 'customer_country' | 'customer_tax_id' | 'tax_treatment'> & {
  issuer: Pick<InvoiceDetail['issuer'], 'tax_id'>;
};

/** What EN 16931 wants and an invoice, which stays as it was issued, does not say; null: nothing. */
export function eInvoiceGap(invoice: Parties) {
  if (invoice.issuer.tax_id === null) return 'invoice.issuer_tax_id_missing';
  if (invoice.customer_country === null) return 'invoice.customer_country_missing';
  if (invoice.tax_treatment === 'reverse_charge' && invoice.customer_tax_id === null)
    return 'invoice.customer_tax_id_missing';
  return null;
}
