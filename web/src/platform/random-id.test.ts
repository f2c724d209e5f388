import { z } from 'zod';
import { expect, test } from 'vitest';
import { hexOf, randomId } from './random-id.ts';

test('a random id is a UUID of version 4, and never the same', () => {
  const ids = Array.from({ length: 200 }, () => randomId());
  expect(ids.filter((id) => !z.uuidv4().safeParse(id).success)).toEqual([]);
  expect(new Set(ids).size).toBe(200);
});

test('bytes are written with two digits each', () => {
  expect(hexOf(new Uint8Array([0, 10, 255]))).toBe('000aff');
});
