/** What the states of a subscription are called, wherever they are shown. */
export const subscriptionStatusEs = {
  trial: 'Prueba',
  active: 'Activo',
  past_due: 'Vencido',
  canceled: 'Cancelado',
  inactive: 'Inactivo',
} as const;

/** What it is called, as a notification, that one became past due. */
export const pastDueEs = 'Suscripción vencida';

/** What follows from putting a subscription in a state by hand. */
export const statusChangeEs = {
  unusual: 'No es un cambio habitual: de «{before}» a «{after}»',
  trial: 'Empieza una prueba de {days} días: hasta que termine no se factura nada y todo se puede usar.',
  begins: 'Empieza un periodo y se factura. Todo se puede usar.',
  forgiven:
    'Deja de estar vencida: durante {grace} días no hay recordatorios. Lo que debe sigue pendiente de pago.',
  past_due:
    'Se sigue facturando y todo se puede usar. Si tiene facturas vencidas, recibe recordatorios y al final se cancela.',
  beginsPastDue:
    'Empieza un periodo y se factura. Todo se puede usar; si no paga, recibe recordatorios y al final se cancela.',
  ended:
    'No se factura nada más; lo que debe sigue pendiente de pago. Su gente entra y consulta, y solo cambia datos de facturación y tickets.',
} as const;
