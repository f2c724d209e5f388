import { roleNamesEs } from '@atalaya/contract/role-texts.es';
import { defineTexts } from '../../../platform/messages/define-texts.ts';
import { invoiceStatusEs } from '@atalaya/contract/invoice-words.es';
import { ticketStatusEs } from '@atalaya/contract/ticket-words.es';
import { subscriptionStatusEs } from '../../../shared/subscription-status.es.ts';

export const paletteEs = {
  recent: 'Recientes',
  groups: { users: 'Usuarios', organizations: 'Empresas', tickets: 'Tickets', invoices: 'Facturas' },
  all: 'Ver todos',
  roles: roleNamesEs,
  companyStatus: subscriptionStatusEs,
  ticketStatus: ticketStatusEs,
  invoiceStatus: invoiceStatusEs,
  new: {
    title: 'Crear',
    words: 'crear agregar añadir nuevo nueva',
    ticket: 'Crear Ticket',
    user: 'Agregar Usuario',
    invitation: 'Nueva Invitación',
    company: 'Agregar Empresa',
    plan: 'Crear Plan',
    invoice: 'Emitir factura',
  },
  failed: 'No se ha podido buscar en: {groups}.',
} as const;

export const paletteTexts = defineTexts(paletteEs, () =>
  import('./palette.en.ts').then((file) => file.paletteEn),
);
