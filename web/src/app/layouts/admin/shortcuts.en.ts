import type { Translation } from '../../../platform/messages/translation.ts';
import type { shortcutsEs } from './shortcuts.es.ts';

export const shortcutsEn = {
  title: 'Keyboard shortcuts',
  palette: 'Search everything',
  search: 'Go to the page’s search box',
  notices: 'Go to the notices',
  rows: 'Walk the rows of a list',
  open: 'Open the row',
  select: 'Select the row',
  list: 'Show the shortcuts',
  leave: 'Close a dialog',
  close: 'Close',
  space: 'Space',
} as const satisfies Translation<typeof shortcutsEs>;
