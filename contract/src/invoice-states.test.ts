import { expect, test } from 'vitest';
import { INVOICE_KINDS, INVOICE_STATUSES } from './choices.ts';
import { isRectifiable } from './invoice-states.ts';

test('what is not taken back already can be rectified, unless it rectifies another', () => {
  const rectifiable = (kind: (typeof INVOICE_KINDS)[number]) =>
    INVOICE_STATUSES.filter((status) => isRectifiable({ kind, status }));
  expect(Object.fromEntries(INVOICE_KINDS.map((kind) => [kind, rectifiable(kind)]))).toEqual({
    standard: ['open', 'partial', 'overdue', 'paid', 'credit'],
    simplified: ['open', 'partial', 'overdue', 'paid', 'credit'],
    rectifying: [],
  });
});
