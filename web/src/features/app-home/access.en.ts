import type { Translation } from '../../platform/messages/translation.ts';
import type { accessEs } from './access.es.ts';

export const accessEn = {
  title: 'My access',
  may: 'You can',
  mayNot: 'You can’t',
  readOnly: 'Your company is canceled or inactive: for now you can read, but hardly change anything.',
  ask: 'For anything else, ask an administrator of your company:',
  askSupport: 'For anything else, create a ticket to reach support.',
  everything: 'Your role includes everything.',
  lines: {
    tickets: 'Create tickets and follow your own: reply to, close, and reopen them',
    profile: 'Change your profile, password, and notifications, and end your sessions',
    answer: 'View and handle all of your company’s tickets',
    people: 'Add, edit, and deactivate people in your company',
    invitations: 'Invite people',
    company: 'Change your company’s name, domain, and details',
    settings: 'Change your company’s settings',
    billing: 'View the plan, invoices, and payments, and change the tax details',
    reports: 'View reports',
    audit: 'See who did what in your company',
    data: 'Export all of your company’s data',
    subscription: 'Change a company’s plan, seats, and status',
    invoices: 'Issue invoices and record payments',
    companies: 'Create and delete companies',
    financial: 'View financial reports',
  },
} as const satisfies Translation<typeof accessEs>;
