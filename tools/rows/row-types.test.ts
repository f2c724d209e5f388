import { expect, test } from 'vitest';
import type { CatalogueColumn } from './catalogue.queries.ts';
import { writeRowTypes } from './row-types.ts';

const column = (change: Partial<CatalogueColumn>): CatalogueColumn => ({
  name: 'id',
  type: 'uuid',
  isNullable: false,
  source: 'given',
  values: null,
  ...change,
});

test('a column says its type, whether it may be null, what it may be, and who gives it its value', () => {
  const columns = [
    column({ source: 'default' }),
    column({ name: 'state', type: 'text', isNullable: true, values: ['read', 'valid'] }),
    column({ name: 'total', type: 'int8', source: 'computed' }),
    column({ name: 'createdAt', type: 'timestamptz' }),
  ];
  const text = writeRowTypes([{ name: 'auth.user', columns }]);
  expect(text).toContain(`  'auth.user': {
    id: withDefault(uuid),
    state: nullable(oneOf('read', 'valid')),
    total: computed(number),
    createdAt: instant,
  },
`);
  expect(text).toContain('import { computed, instant, nullable, number, oneOf, uuid, withDefault } from');
});

test('a type that the driver has no parser for here is refused with what to do', () => {
  const unknown = [{ name: 'prices', columns: [column({ name: 'price', type: 'numeric' })] }];
  expect(() => writeRowTypes(unknown)).toThrow('prices.price is of the type numeric: say in tools/rows');
});
