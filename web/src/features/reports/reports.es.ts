import { defineTexts } from '../../platform/messages/define-texts.ts';
import { reportWordsEs } from '@atalaya/contract/report-words.es';

export const reportsEs = {
  title: 'Reportes',
  company: 'Empresa',
  reports: {
    users: 'Usuarios por rol y estado',
    invitations: 'Embudo de invitaciones',
    tickets: 'Volumen de tickets',
    times: 'Tiempos de respuesta y resolución',
    seats: 'Uso de plazas',
  },
  hints: {
    users: 'Los que hay ahora, y los nuevos del periodo',
    invitations: 'Qué ha sido de las enviadas en el periodo',
    tickets: 'Creados, resueltos y cerrados en el periodo',
    times: 'Mediana y p90; la resolución no cuenta las esperas al cliente',
    seats: 'Ahora: las empresas más llenas, y el total de todas',
  },
  columns: reportWordsEs.columns,
  rows: reportWordsEs.rows,
  figures: {
    people: 'Usuarios',
    created: 'Usuarios nuevos',
    sent: 'Invitaciones enviadas',
    accepted: 'Invitaciones aceptadas',
    tickets: 'Tickets creados',
    resolved: 'Tickets resueltos',
    first_response: 'Primera respuesta, mediana',
    resolution: 'Resolución, mediana',
  },
} as const;

export const reportsTexts = defineTexts(reportsEs, () =>
  import('./reports.en.ts').then((file) => file.reportsEn),
);
