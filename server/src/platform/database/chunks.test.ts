import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partsOf } from './parts.ts';

test('parts hold everything once, in its order, and none is empty or larger than it may be', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { maxLength: 50 }), fc.integer({ min: 1, max: 20 }), (items, most) => {
      const parts = [...partsOf(items, most)];
      expect(parts.flat()).toEqual(items);
      expect(parts.every(({ length }) => length > 0 && length <= most)).toBe(true);
      expect(parts).toHaveLength(Math.ceil(items.length / most));
    }),
  );
});
