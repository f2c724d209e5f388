import type { Translation } from '../../platform/messages/translation.ts';
import type { landingEs } from './landing.es.ts';

export const landingEn = {
  title: 'Atalaya: organization management',
  headline: 'All your organizations, in plain sight.',
  lead: 'Users, invitations, companies, plans, and support in one fast, calm panel, with everything in its place and every change on record.',
  admin: 'Go to administration',
  app: 'Open the app',
  picture: 'The admin panel with sample data: figures, charts, and the latest companies',
  featuresTitle: 'What it takes care of for you',
  features: {
    users: {
      title: 'User management',
      text: 'Invite, organize, and offboard your team. Clear roles, bulk actions, and search that ignores accents.',
    },
    security: {
      title: 'Advanced security',
      text: 'Every organization isolated in the database. Sessions that end instantly, and a log that no one can alter.',
    },
    reports: {
      title: 'Reports and analytics',
      text: 'Seats, invitations, and revenue, always from live data, with the rows behind every figure.',
    },
  },
  signIn: 'Sign in',
  footer: 'Open source. Your data never leaves your server.',
} as const satisfies Translation<typeof landingEs>;
