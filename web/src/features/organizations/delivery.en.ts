import type { Translation } from '../../platform/messages/translation.ts';
import type { deliveryEs } from './delivery.es.ts';

export const deliveryEn = {
  postal: 'Address',
  offices: 'Public administration (DIR3)',
  officesHint: 'Only of an administration: nine characters, to download its invoices as Facturae.',
  officeInvalid: 'Nine characters: one or two letters, then digits',
  words: {
    address: 'Street and number',
    post_code: 'Postal code',
    town: 'Town',
    province: 'Province',
    accounting_office: 'Accounting office',
    managing_body: 'Managing body',
    processing_unit: 'Processing unit',
  },
} satisfies Translation<typeof deliveryEs>;
