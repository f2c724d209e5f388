import type { facturaeGapsEs } from './facturae-words.es.ts';

export const facturaeGapsEn: Record<keyof typeof facturaeGapsEs, string> = {
  kind: 'A simplified invoice isn’t delivered to an administration.',
  currency: 'Facturae is only in euros here.',
  issuer: 'The issuer of a Facturae must be a company with a Spanish tax ID.',
  issuer_address:
    'The issuer’s address is missing: INVOICE_ISSUER_ADDRESS, _POST_CODE, _TOWN and _PROVINCE on the server.',
  customer: 'Facturae is for administrations and bodies with a Spanish tax ID.',
  customer_address: 'The company’s full address is missing, with a postal code of five digits.',
  offices: 'The company’s accounting office, managing body and processing unit are missing.',
  certificate: 'The issuer’s certificate is missing or can’t be read: upload it in Records.',
  certificate_dates: 'The issuer’s certificate has expired, or isn’t valid yet.',
  certificate_key: 'Signing a Facturae needs a certificate with an RSA key.',
};
