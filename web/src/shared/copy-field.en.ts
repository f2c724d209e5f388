import type { Translation } from '../platform/messages/translation.ts';
import type { copyFieldEs } from './copy-field.es.ts';

export const copyFieldEn = {
  copy: 'Copy',
  copyOne: 'Copy: {label}',
  copied: 'Copied',
  notCopied: 'Select the text and copy it with the keyboard.',
} as const satisfies Translation<typeof copyFieldEs>;
