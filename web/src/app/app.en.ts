import type { Translation } from '../platform/messages/translation.ts';
import type { appEs } from './app.es.ts';

export const appEn = {
  loading: 'Loading...',
  brand: 'Atalaya',
  skipToContent: 'Skip to content',
  notFound: {
    title: 'Page not found',
    text: 'The address does not exist or has changed. Check the link, or go back to the start.',
    home: 'Back to the start',
  },
  forbidden: {
    title: 'You have no access to this page',
    text: 'Your role does not include this section. If you need it, ask whoever administers your organization or the platform.',
    home: 'Go to the Dashboard',
  },
  noOrganization: {
    title: 'You do not belong to any organization yet',
    text: 'Ask an administrator for an invitation. Meanwhile you can complete your profile.',
    profile: 'My profile',
  },
  error: {
    status: 'Status {status}',
    request: 'Request identifier: {id}',
    retry: 'Try again',
    reload: 'Reload the page',
    newVersionTitle: 'A new version is available',
    newVersionText: 'This part of the application has changed since you opened it.',
  },
  connection: { lost: 'No connection. What you type is kept; it will be tried again when it is back.' },
  newVersion: { text: 'A new version is available.', reload: 'Reload', later: 'Later' },
  toasts: { region: 'Notices', close: 'Close notice' },
} as const satisfies Translation<typeof appEs>;
