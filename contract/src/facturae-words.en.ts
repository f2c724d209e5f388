import type { facturaeGapsEs } from './facturae-words.es.ts';

export const facturaeGapsEn: Record<keyof typeof facturaeGapsEs, string> = {
  kind: 'A simplified invoice isn’t delivered to an administration.',
  currency: 'This invoice isn’t in euros, and was issued without an exchange rate.',
  issuer: 'The issuer of a Facturae must have a Spanish tax ID.',
  issuer_person: 'The issuer is a person whose name is missing: INVOICE_ISSUER_PERSON on the server.',
  issuer_address:
    'The issuer’s address is missing: INVOICE_ISSUER_ADDRESS, _POST_CODE, _TOWN and _PROVINCE on the server.',
  customer: 'Facturae is for administrations and bodies with a Spanish tax ID.',
  customer_address: 'The company’s full address is missing, with a postal code of five digits.',
  offices: 'The company’s accounting office, managing body and processing unit are missing.',
  certificate: 'The issuer’s certificate is missing or can’t be read: upload it in Records.',
  certificate_dates: 'The issuer’s certificate has expired, or isn’t valid yet.',
  certificate_key: 'Signing a Facturae needs a certificate with an RSA key.',
};
