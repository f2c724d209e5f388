import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ZOOM_MAX, clampCrop, moveTo, positionOf, sideOf, wholeCrop } from './crop.ts';

const length = fc.integer({ min: 1, max: 10_000 });
const picture = fc.record({ width: length, height: length });
const number = fc.double({ min: -20_000, max: 20_000, noNaN: true });

test('the square never leaves the picture, wherever it is dragged and however it is zoomed', () => {
  fc.assert(
    fc.property(picture, number, number, number, (size, x, y, zoom) => {
      const crop = clampCrop(size, { x, y, zoom });
      const half = sideOf(size, crop) / 2;
      expect(crop.zoom).toBeGreaterThanOrEqual(1);
      expect(crop.zoom).toBeLessThanOrEqual(ZOOM_MAX);
      expect(crop.x - half).toBeGreaterThanOrEqual(-1e-6);
      expect(crop.y - half).toBeGreaterThanOrEqual(-1e-6);
      expect(crop.x + half).toBeLessThanOrEqual(size.width + 1e-6);
      expect(crop.y + half).toBeLessThanOrEqual(size.height + 1e-6);
    }),
  );
});

test('a square stands where the sliders say', () => {
  const size = { width: 400, height: 200 };
  const whole = wholeCrop(size);
  expect(positionOf(size, whole)).toEqual({ x: 0.5, y: 0.5 });
  expect(moveTo(size, whole, { x: 0, y: 0 })).toEqual({ x: 100, y: 100, zoom: 1 });
  const close = moveTo(size, { ...whole, zoom: 2 }, { x: 1, y: 0 });
  expect(close).toEqual({ x: 350, y: 50, zoom: 2 });
  expect(positionOf(size, close)).toEqual({ x: 1, y: 0 });
});
