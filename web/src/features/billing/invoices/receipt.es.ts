import { invoiceReceiptsEs } from '@atalaya/contract/invoice-words.es';
import { defineTexts } from '../../../platform/messages/define-texts.ts';

/** What became of an invoice that was delivered. Of its own: it comes with an invoice, which the lists do without. */
export const receiptEs = {
  states: invoiceReceiptsEs,
  title: 'Recepción de la factura {code}',
  state: 'Qué pasó con ella',
  saidOn: 'Fecha',
  reason: 'Motivo del rechazo',
  dayInvalid: 'Una fecha entre el {from} y hoy',
  missing: 'Este campo es obligatorio',
  confirm: 'Registrar',
  done: 'Recepción registrada',
  history: 'Recepción',
  accept: 'Aceptar o rechazar',
  record: 'Registrar recepción',
  sides: { issuer: 'el emisor', customer: 'el cliente' },
  by: '{day}, según {side}',
  byPerson: '{day}, según {side} ({person})',
  byPayments: 'Según sus pagos',
} as const;

export const receiptTexts = defineTexts(receiptEs, () =>
  import('./receipt.en.ts').then((file) => file.receiptEn),
);
