/** What the states of an invoice are called, wherever they are shown. */
export const invoiceStatusEs = {
  open: 'Pendiente',
  overdue: 'Vencida',
  paid: 'Pagada',
  void: 'Anulada',
  credit: 'Rectificativa',
} as const;
