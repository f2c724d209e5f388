import { defineTexts } from '../../platform/messages/define-texts.ts';

export const dataExportsEs = {
  title: 'Exportar datos',
  description:
    'Todo lo de la empresa en un zip: personas, facturas, tickets con sus archivos y auditoría, en CSV y JSON. Se guarda 7 días.',
  begin: 'Exportar datos',
  chooseCompany: 'Elige una empresa para exportar sus datos.',
  list: 'Exportaciones',
  pages: 'Páginas de las exportaciones',
  states: {
    queued: 'En espera',
    running: 'En curso',
    done: 'Lista',
    failed: 'Fallida',
    canceled: 'Cancelada',
  },
  internal: 'Con notas internas',
  by: 'Pedida por {name}',
  progress: 'Exportación del {when}',
  ofTotal: '{processed} de {total}',
  expires: 'se borra el {date}',
  cancel: 'Cancelar',
  cancelOne: 'Cancelar la exportación del {when}',
  canceled: 'Exportación cancelada',
  download: 'Descargar',
  downloadOne: 'Descargar la exportación del {when}',
} as const;

export const dataExportsTexts = defineTexts(dataExportsEs, () =>
  import('./data-exports.en.ts').then((file) => file.dataExportsEn),
);
