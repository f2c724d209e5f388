import type { Translation } from '../platform/messages/translation.ts';
import type { dialogsEs } from './dialogs.es.ts';

export const dialogsEn = {
  close: 'Close',
  cancel: 'Cancel',
  confirm: 'Confirm',
  unsaved: {
    title: 'Discard changes?',
    consequence: 'Your unsaved changes will be lost.',
    discard: 'Discard',
    stay: 'Keep editing',
  },
  backOnline: 'You are back online. Try again.',
  typeName: 'Type {name} to confirm',
  organization: {
    label: 'Company',
    placeholder: 'Find a company',
    all: 'All companies',
    loading: 'Searching...',
    empty: 'No companies match',
    failed: 'Couldn’t load companies',
    retry: 'Try again',
    clear: 'Remove company',
    gone: 'Company not found',
    unnamed: 'Name unavailable',
  },
} as const satisfies Translation<typeof dialogsEs>;
