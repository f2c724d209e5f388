import { defineTexts } from '../../platform/messages/define-texts.ts';

/**
 * Where a company is, and which offices of an administration take its invoices. Of its own: it comes with the form and the
 * facts of a company, which the list does without.
 */
export const deliveryEs = {
  postal: 'Dirección',
  offices: 'Administración pública (DIR3)',
  officesHint: 'Solo si es una administración: nueve caracteres, para descargar sus facturas como Facturae.',
  officeInvalid: 'Nueve caracteres: una o dos letras, y cifras',
  words: {
    address: 'Calle y número',
    post_code: 'Código postal',
    town: 'Localidad',
    province: 'Provincia',
    accounting_office: 'Oficina contable',
    managing_body: 'Órgano gestor',
    processing_unit: 'Unidad tramitadora',
  },
} as const;

export const deliveryTexts = defineTexts(deliveryEs, () =>
  import('./delivery.en.ts').then((file) => file.deliveryEn),
);
