/** Where a company is, and which offices of a public administration take its invoices: what Facturae asks for. */

export const POSTAL_MAX = { address: 80, post_code: 10, town: 50, province: 20 } as const;
export type PostalField = keyof typeof POSTAL_MAX;
export const POSTAL_FIELDS = Object.keys(POSTAL_MAX) as PostalField[];

/** By their codes in DIR3, the directory of the administrations: oficina contable, órgano gestor, unidad tramitadora. */
export const OFFICE_FIELDS = ['accounting_office', 'managing_body', 'processing_unit'] as const;
/** One or two letters and digits, nine in all: 'L01280796', 'LA0007407'. */
export const OFFICE_CODE = /^(?:[A-Z]\d{8}|[A-Z]{2}\d{7})$/;
export const OFFICE_CODE_MAX = 9;

export const DELIVERY_FIELDS = [...POSTAL_FIELDS, ...OFFICE_FIELDS] as const;
export type DeliveryField = (typeof DELIVERY_FIELDS)[number];
export type DeliveryData = Record<DeliveryField, string | null>;
