import { expect, test } from 'vitest';
import { propsOf } from './props-of.ts';

const source = `
export interface OtherProps {
  hidden: string;
}

export interface ThingProps<Row> extends Omit<Base, 'x'> {
  label: string;
  /** Whom
   * to tell. */
  onOpen?: ((row: Row) => void) | undefined;
  texts: { show: string; hide: string };
  size?: number | undefined;
}
`;

test('props are read with their types and notes', () => {
  expect(propsOf(source, 'Thing')).toEqual([
    { name: 'label', optional: false, type: 'string', note: '' },
    { name: 'onOpen', optional: true, type: '(row: Row) => void', note: 'Whom to tell.' },
    { name: 'texts', optional: false, type: '{ show: string; hide: string }', note: '' },
    { name: 'size', optional: true, type: 'number', note: '' },
  ]);
});

test('a part without props of its own has none', () => {
  expect(propsOf(source, 'Spinner')).toEqual([]);
});
