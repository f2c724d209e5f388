import { roleNamesEn } from '@atalaya/contract/role-texts.en';
import type { Translation } from '../../../platform/messages/translation.ts';
import { invoiceStatusEn } from '@atalaya/contract/invoice-words.en';
import { ticketStatusEn } from '@atalaya/contract/ticket-words.en';
import { subscriptionStatusEn } from '../../../shared/subscription-status.en.ts';
import type { paletteEs } from './palette.es.ts';

export const paletteEn = {
  recent: 'Recent',
  groups: { users: 'Users', organizations: 'Companies', tickets: 'Tickets', invoices: 'Invoices' },
  all: 'See all',
  roles: roleNamesEn,
  companyStatus: subscriptionStatusEn,
  ticketStatus: ticketStatusEn,
  invoiceStatus: invoiceStatusEn,
  new: {
    title: 'Create',
    words: 'create add new',
    ticket: 'Create ticket',
    user: 'Add user',
    invitation: 'New invitation',
    company: 'Add company',
    plan: 'Create plan',
    invoice: 'Issue invoice',
  },
  failed: 'Couldn’t search in: {groups}.',
} as const satisfies Translation<typeof paletteEs>;
