/** What invoices are called and say, on the screen and as a PDF. */

export const invoiceStatusEs = {
  open: 'Pendiente',
  partial: 'Pago parcial',
  overdue: 'Vencida',
  paid: 'Pagada',
  void: 'Rectificada',
  annulled: 'Anulada',
  credit: 'Rectificativa',
} as const;

/** Of one that was delivered. */
export const invoiceReceiptsEs = {
  received: 'Recibida',
  accepted: 'Aceptada',
  rejected: 'Rechazada',
  paid: 'Pagada',
} as const;

export const paymentMethodsEs = {
  transfer: 'Transferencia',
  card: 'Tarjeta',
  direct_debit: 'Domiciliación',
  cash: 'Efectivo',
  other: 'Otra',
} as const;

export const invoiceWordsEs = {
  standard: 'Factura {code}',
  simplified: 'Factura simplificada {code}',
  rectifying: 'Factura rectificativa {code}',
  issuer: 'Emisor',
  customer: 'Cliente',
  taxId: 'Identificación fiscal: {id}',
  status: 'Estado',
  paidOf: '{paid} de {total} pagado',
  issued: 'Fecha de emisión',
  due: 'Vencimiento',
  period: 'Periodo',
  rectifies: 'Rectifica a',
  rectifiedBy: 'Rectificada por',
  reason: 'Motivo',
  rectification: 'Tipo de rectificación',
  difference: '{code}, por diferencias: {why}',
  substitution: '{code}, por sustitución: {why}',
  standing: 'Total tras rectificar',
  annulled: 'Anulada',
  description: 'Descripción',
  quantity: 'Cantidad',
  unitPrice: 'Precio',
  rate: 'IVA',
  amount: 'Importe',
  subtotal: 'Base imponible',
  tax: 'IVA {rate}',
  taxOf: 'IVA {rate} de {base}',
  total: 'Total',
  exchange: 'Tipo de cambio',
  exchangeRate: '1 EUR = {rate} {currency} ({source}, {day})',
  taxInEuros: 'IVA en euros',
  paid: 'Pagado',
  outstanding: 'Pendiente',
  reverseCharge: 'Inversión del sujeto pasivo: el impuesto lo liquida el cliente.',
  exempt: 'Operación exenta de impuestos.',
  payments: 'Pagos',
  hash: 'Huella',
} as const;
