import { expect, test } from 'vitest';
import { choiceField, pageField, readState, textField, writeState } from './url-state.ts';

const fields = {
  page: pageField(),
  search: textField(),
  role: choiceField(['user', 'admin'], null),
  sort: choiceField(['name', 'created_at'], 'created_at'),
};
const DEFAULTS = { page: 1, search: '', role: null, sort: 'created_at' };

test('an address without state reads as the defaults', () => {
  expect(readState(fields, {})).toEqual(DEFAULTS);
});

test.each([
  { page: '0' },
  { page: '-1' },
  { page: '1e9' },
  { page: 'dos' },
  { page: '99999999999' },
  { role: 'root' },
  { sort: '__proto__' },
  { page: { $gt: 1 } },
])('%j is not understood and reads as the default', (search) => {
  expect(readState(fields, search)).toEqual(DEFAULTS);
});

test('what is written is read back, numbers in a search included', () => {
  const state = { page: 3, search: '2024', role: 'admin', sort: 'name' } as const;
  const written = writeState(fields, {}, state);
  expect(written).toEqual({ page: '3', search: '2024', role: 'admin', sort: 'name' });
  expect(readState(fields, written)).toEqual(state);
});

test('defaults leave the address, and what belongs to others stays', () => {
  const search = { page: '3', search: 'ana', tab: 'invitations' };
  expect(writeState(fields, search, { page: 1, search: '' })).toEqual({ tab: 'invitations' });
});
