import { defineTexts } from '../../../platform/messages/define-texts.ts';

/** Of its own: it comes with the dialog of a record, which the list does without. */
export const recordEs = {
  title: 'Registro {number}',
  close: 'Cerrar',
  loadFailed: 'No se ha podido cargar',
  none: '–',
  invoice: 'Factura',
  recorded: 'Generado',
  sent: 'Enviado',
  answered: 'Respondido',
  receipt: 'CSV del envío',
  corrects: 'Subsana el registro',
  correctedBy: 'Subsanado por el registro',
  written: 'Como se escribió',
  howTo:
    'Si el dato equivocado está en la factura, emite una rectificativa: no hace falta nada más. Si la factura está bien, subsana el registro.',
  correcting: {
    start: 'Subsanar',
    title: '¿Subsanar el registro {number}?',
    body: 'Se escribe un registro nuevo de la misma factura, con lo que dice la factura y {flags}. El anterior se queda como está, y el nuevo no se puede quitar.',
    confirm: 'Subsanar registro',
    done: 'Registro {number} escrito',
  },
} as const;

export const recordTexts = defineTexts(recordEs, () =>
  import('./record.en.ts').then((file) => file.recordEn),
);
