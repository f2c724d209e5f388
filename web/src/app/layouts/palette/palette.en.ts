import type { Translation } from '../../../platform/messages/translation.ts';
import type { paletteEs } from './palette.es.ts';

export const paletteEn = {
  recent: 'Recent',
  groups: { users: 'Users', organizations: 'Companies', tickets: 'Tickets', invoices: 'Invoices' },
  failed: 'Could not search in: {groups}.',
} as const satisfies Translation<typeof paletteEs>;
