import type { Translation } from '../platform/messages/translation.ts';
import type { narrowedEs } from './narrowed.es.ts';

export const narrowedEn: Translation<typeof narrowedEs> = {
  days: {
    last_login: 'Last sign-in: {days}',
    created: 'Created: {days}',
    resolved: 'Resolved: {days}',
  },
  between: '{from} – {to}',
  since: 'since {from}',
  until: 'until {to}',
  organization: 'Company: {name}',
  remove: 'Remove filter: {name}',
};
