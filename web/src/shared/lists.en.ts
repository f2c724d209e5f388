import type { Translation } from '../platform/messages/translation.ts';
import type { listsEs } from './lists.es.ts';

export const listsEn = {
  retry: 'Try again',
  clear: 'Clear filters',
  bulk: {
    label: 'Actions on the selected',
    selected: '{count} selected',
    selectMatching: 'Select all {total} that match',
    clear: 'Clear the selection',
  },
  optionsFailed: 'The options could not be loaded',
  pages: {
    previous: 'Previous page',
    next: 'Next page',
    page: 'Page {page}',
    range: 'Showing {from} to {to} of {total} items',
  },
  sort: {
    label: 'Sort by',
    byColumn: '{column} ({order})',
    text: { asc: 'A–Z', desc: 'Z–A' },
    number: { asc: 'lowest first', desc: 'highest first' },
    date: { asc: 'oldest first', desc: 'newest first' },
    first: '{value} first',
    own: { asc: 'Oldest first', desc: 'Newest first' },
    other: 'Another order',
  },
  view: {
    open: 'View',
    columns: 'Columns',
    density: 'Density',
    comfortable: 'Comfortable',
    compact: 'Compact',
  },
} as const satisfies Translation<typeof listsEs>;
