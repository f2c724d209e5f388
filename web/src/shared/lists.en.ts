import type { Translation } from '../platform/messages/translation.ts';
import type { listsEs } from './lists.es.ts';

export const listsEn = {
  retry: 'Try again',
  news: 'There are changes · Refresh',
  clear: 'Clear filters',
  filters: {
    open: '{count, plural, =0 {Filters} other {Filters (#)}}',
    more: '{count, plural, =0 {More filters} other {More filters (#)}}',
    title: 'Filters',
    close: 'Close the filters',
  },
  narrowed: {
    days: {
      last_login: 'Last sign-in: {days}',
      created: 'Created: {days}',
      resolved: 'Resolved: {days}',
    },
    between: '{from} – {to}',
    since: 'since {from}',
    until: 'until {to}',
    organization: 'Company: {name}',
    remove: 'Remove filter: {name}',
  },
  bulk: {
    label: 'Actions for selected items',
    selected: '{shown} selected',
    selectMatching: 'Select all {total} that match',
    clear: 'Clear selection',
  },
  period: {
    all: 'All dates',
    from: 'From',
    to: 'To',
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
  },
  optionsFailed: 'Couldn’t load the options',
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
    other: 'Other order',
  },
  view: {
    open: 'View',
    columns: 'Columns',
    density: 'Density',
    comfortable: 'Comfortable',
    compact: 'Compact',
  },
} as const satisfies Translation<typeof listsEs>;
