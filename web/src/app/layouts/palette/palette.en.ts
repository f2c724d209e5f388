import type { Translation } from '../../../platform/messages/translation.ts';
import type { paletteEs } from './palette.es.ts';

export const paletteEn = {
  recent: 'Recent',
  groups: { users: 'Users', organizations: 'Companies', tickets: 'Tickets', invoices: 'Invoices' },
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
