import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunksOf, untilDone } from './chunks.ts';

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

test('batches are done until one is not full, which may be empty', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 20 }), async (all, size) => {
      let left = all;
      let batches = 0;
      const doBatch = () => {
        const batch = Math.min(left, size);
        left -= batch;
        batches += 1;
        return Promise.resolve(batch);
      };
      expect(await untilDone(size, doBatch)).toBe(all);
      expect({ left, batches }).toEqual({ left: 0, batches: Math.floor(all / size) + 1 });
    }),
  );
});
