import type { Translation } from '../../platform/messages/translation.ts';
import type { appHomeEs } from './app-home.es.ts';

export const appHomeEn = {
  title: 'Main app',
  welcome: 'Welcome to the app',
  admin: 'Go to administration',
  home: 'Back to home',
} as const satisfies Translation<typeof appHomeEs>;
