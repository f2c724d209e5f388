/** Of a server whose issuer of invoices is known, with where they are. */
export const KNOWN_ISSUER = {
  INVOICE_ISSUER_NAME: 'Emisora, S.L.',
  INVOICE_ISSUER_TAX_ID: 'B12345674',
  INVOICE_ISSUER_ADDRESS: 'Calle Mayor, 1 | 28013 Madrid',
  INVOICE_ISSUER_POST_CODE: '28013',
  INVOICE_ISSUER_TOWN: 'Madrid',
  INVOICE_ISSUER_PROVINCE: 'Madrid',
};
