import type { Translation } from '../platform/messages/translation.ts';
import type { narrowedEs } from './narrowed.es.ts';

export const narrowedEn: Translation<typeof narrowedEs> = {
  days: {
    last_login: 'Last access: {days}',
    created: 'Creation: {days}',
    resolved: 'Resolution: {days}',
  },
  between: '{from} – {to}',
  since: 'since {from}',
  until: 'until {to}',
  organization: 'Company: {name}',
  remove: 'Remove the filter {name}',
};
