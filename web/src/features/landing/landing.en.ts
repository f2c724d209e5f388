import type { Translation } from '../../platform/messages/translation.ts';
import type { landingEs } from './landing.es.ts';

export const landingEn = {
  title: 'Atalaya: administration of organizations',
  headline: 'All your organizations, in sight.',
  lead: 'Users, invitations, companies, plans and support in one fast, calm panel, with everything in its place and every change on record.',
  admin: 'Go to administration',
  app: 'Open the application',
  picture: 'The administration panel with sample data: figures, charts and the latest companies',
  featuresTitle: 'What it looks after for you',
  features: {
    users: {
      title: 'User management',
      text: 'Invite, organize and offboard your team. Clear roles, bulk actions, and a search that does not mind accents.',
    },
    security: {
      title: 'Advanced security',
      text: 'Each organization isolated in the database. Sessions that end at once and a record that nobody can alter.',
    },
    reports: {
      title: 'Reports and analytics',
      text: 'Seats, invitations and revenue, always on live data and with the rows behind every figure.',
    },
  },
  signIn: 'Sign in',
  footer: 'Open source. Your data never leaves your server.',
} as const satisfies Translation<typeof landingEs>;
