import { reportWordsEn } from '@atalaya/contract/report-words.en';
import type { Translation } from '../../platform/messages/translation.ts';
import type { reportsEs } from './reports.es.ts';

export const reportsEn: Translation<typeof reportsEs> = {
  title: 'Reports',
  company: 'Company',
  reports: {
    users: 'Users by role and status',
    invitations: 'Invitation funnel',
    tickets: 'Ticket volume',
    times: 'Response and resolution times',
    seats: 'Seat use',
  },
  hints: {
    users: 'Those there are now, and the new ones of the period',
    invitations: 'What became of those sent in the period',
    tickets: 'Created, resolved and closed in the period',
    times: 'Median and p90; the resolution leaves out waiting for the customer',
    seats: 'Now: the fullest companies, and the total of all',
  },
  columns: reportWordsEn.columns,
  rows: reportWordsEn.rows,
  figures: {
    people: 'Users',
    created: 'New users',
    sent: 'Invitations sent',
    accepted: 'Invitations accepted',
    tickets: 'Tickets created',
    resolved: 'Tickets resolved',
    first_response: 'First response, median',
    resolution: 'Resolution, median',
  },
};
