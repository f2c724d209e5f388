import { verifactuSendingEs } from '@atalaya/contract/verifactu-sending.es';
import { defineTexts } from '../../../platform/messages/define-texts.ts';

/** Of its own: invoices show what became of their records, and need no other text of them. */
export const sendingEs = {
  title: 'Envío a la Agencia Tributaria',
  on: 'En el orden de la cadena, cada minuto o cuando la Agencia lo permita.',
  off: 'No se envía nada: los registros están desactivados.',
  waiting: 'Pendientes',
  rejected: 'Rechazados',
  failures: 'Intentos fallidos seguidos',
  lastSent: 'Último envío',
  next: 'Siguiente envío',
  never: 'ninguno',
  soon: 'en menos de un minuto',
  failing: 'Los registros no se envían',
  failingSince: 'Los registros no se envían desde el {at}',
  problems: verifactuSendingEs,
  send: 'Enviar ahora',
  asked: 'Se envían ahora',
  onInvoice: 'Agencia Tributaria:',
  state: 'Estado',
  allStates: 'Todos los estados',
  answer: 'Respuesta',
  states: {
    pending: 'Pendiente',
    sent: 'Enviado',
    accepted: 'Aceptado',
    accepted_with_errors: 'Aceptado con errores',
    rejected: 'Rechazado',
  },
} as const;

export const sendingTexts = defineTexts(sendingEs, () =>
  import('./sending.en.ts').then((file) => file.sendingEn),
);
