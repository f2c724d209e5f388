import type { Translation } from '../../platform/messages/translation.ts';
import type { appHomeEs } from './app-home.es.ts';

export const appHomeEn = {
  title: 'Main application',
  welcome: 'Welcome to the application',
  admin: 'Go to administration',
  home: 'Back to the start',
} as const satisfies Translation<typeof appHomeEs>;
