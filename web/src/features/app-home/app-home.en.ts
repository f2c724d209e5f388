import { ticketStatusEn } from '@atalaya/contract/ticket-words.en';
import type { Translation } from '../../platform/messages/translation.ts';
import type { appHomeEs } from './app-home.es.ts';

export const appHomeEn = {
  title: 'Main app',
  welcome: 'Welcome to the app',
  admin: 'Go to administration',
  loading: 'Loading your home',
  retry: 'Try again',
  sessionFailed: 'We couldn’t check whether you’re signed in.',
  loadFailed: 'Couldn’t load your tickets and your company',
  factor: {
    title: 'Your company requires two-step verification',
    text: 'Set it up to continue.',
    action: 'Set it up',
  },
  visitor: {
    signInTitle: 'I have an account',
    signInText: 'Sign in to see your tickets and what’s waiting for you.',
    signIn: 'Sign in',
    registerTitle: 'I don’t have an account yet',
    registerText: 'Register with your email. A company can invite you afterwards.',
    register: 'Create an account',
    invitedTitle: 'I was invited',
    invitedText: 'Open the link in the invitation email, or paste it here.',
    link: 'Invitation link',
    open: 'Open the invitation',
    notALink: 'This isn’t an invitation link.',
  },
  waiting: {
    title: 'Waiting for you',
    empty: 'Nothing is waiting for you.',
    answer: 'Support is waiting for your reply',
    assigned: 'Waiting for your reply: it’s assigned to you',
    invitation: '{organization} invites you',
    until: 'You can accept until {date}',
    open: 'View the invitation',
  },
  tickets: {
    title: 'My tickets',
    all: 'View all tickets',
    create: 'Create ticket',
    empty: 'You haven’t created any tickets yet.',
    emptyHelp: 'If you need help, create one and support will reply.',
    number: 'Ticket {number}, created {when}',
    status: ticketStatusEn,
  },
  company: {
    title: 'My company',
    plan: 'Plan',
    contact: 'Contact',
    none: 'You don’t belong to a company yet. Ask its administrator for an invitation.',
    noAdmins: 'It has no administrator for now: create a ticket to reach support.',
  },
  account: {
    title: 'My account',
    profile: 'My profile',
    security: 'Password and verification',
    sessions: 'My sessions',
    notifications: 'My notifications',
  },
} as const satisfies Translation<typeof appHomeEs>;
