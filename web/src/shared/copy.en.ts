import type { Translation } from '../platform/messages/translation.ts';
import type { copyEs } from './copy.es.ts';

export const copyEn = {
  copy: 'Copy',
  copyOne: 'Copy {what}',
  copied: 'Copied',
  notCopied: 'Select the text and copy it with the keyboard.',
} as const satisfies Translation<typeof copyEs>;
