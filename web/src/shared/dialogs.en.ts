import type { Translation } from '../platform/messages/translation.ts';
import type { dialogsEs } from './dialogs.es.ts';

export const dialogsEn = {
  close: 'Close',
  cancel: 'Cancel',
  confirm: 'Confirm',
  unsaved: {
    title: 'Discard the changes?',
    consequence: 'What you changed and did not save will be lost.',
    discard: 'Discard',
    stay: 'Keep editing',
  },
  typeName: 'Type {name} to confirm',
  organization: {
    label: 'Company',
    placeholder: 'Find a company',
    all: 'All companies',
    loading: 'Searching...',
    empty: 'No company matches',
    failed: 'The companies could not be loaded',
    retry: 'Try again',
    clear: 'Remove the company',
    gone: 'No such company',
    unnamed: 'Name unavailable',
  },
} as const satisfies Translation<typeof dialogsEs>;
