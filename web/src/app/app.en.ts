import type { Translation } from '../platform/messages/translation.ts';
import type { appEs } from './app.es.ts';

export const appEn = {
  loading: 'Loading...',
  brand: 'Atalaya',
  skipToContent: 'Skip to content',
  notFound: {
    title: 'Page not found',
    text: 'This page doesn’t exist or has moved. Check the link, or go back home.',
    home: 'Back to home',
  },
  forbidden: {
    title: 'You don’t have access to this page',
    text: 'Your role doesn’t include this section. If you need it, ask your company’s administrator or the platform team.',
    home: 'Go to the dashboard',
  },
  noOrganization: {
    title: 'You don’t belong to a company yet',
    text: 'Ask an administrator to invite you. In the meantime, you can complete your profile.',
    profile: 'My profile',
  },
  error: {
    status: 'Status {status}',
    request: 'Request ID: {id}',
    retry: 'Try again',
    reload: 'Reload page',
    newVersionTitle: 'A new version is available',
    newVersionText: 'This part of the app has changed since you opened it.',
  },
  connectionLost: 'You’re offline. What you type is kept: you can save it once you’re back online.',
  newVersion: { text: 'A new version is available.', reload: 'Reload', later: 'Later' },
  toasts: { region: 'Notifications', close: 'Dismiss', undoes: 'to undo', leadsHere: 'to come here' },
} as const satisfies Translation<typeof appEs>;
