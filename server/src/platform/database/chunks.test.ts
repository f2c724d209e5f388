import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunksOf } from './chunks.ts';

test('chunks hold everything once, in its order, and none is empty or too large', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { maxLength: 50 }), fc.integer({ min: 1, max: 20 }), (items, size) => {
      const chunks = [...chunksOf(items, size)];
      expect(chunks.flat()).toEqual(items);
      expect(chunks.every(({ length }) => length > 0 && length <= size)).toBe(true);
      expect(chunks).toHaveLength(Math.ceil(items.length / size));
    }),
  );
});
