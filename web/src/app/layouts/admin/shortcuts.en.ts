import type { Translation } from '../../../platform/messages/translation.ts';
import type { shortcutsEs } from './shortcuts.es.ts';

export const shortcutsEn = {
  title: 'Keyboard shortcuts',
  palette: 'Search everything',
  search: 'Go to the page’s search',
  notices: 'Go to notifications',
  undo: 'Undo, while the notification shows',
  rows: 'Move through a list’s rows',
  open: 'Open row',
  select: 'Select row',
  list: 'Show shortcuts',
  leave: 'Close a dialog',
  close: 'Close',
  space: 'Space',
} as const satisfies Translation<typeof shortcutsEs>;
