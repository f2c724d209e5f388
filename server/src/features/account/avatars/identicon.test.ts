import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { identiconPng, identiconSvg } from './identicon.ts';

const hashOf = (n: number) => createHash('sha256').update(`person ${n}`).digest('hex');

/** What is seen on white. */
const pixels = (picture: Buffer) =>
  sharp(picture).flatten({ background: '#fff' }).raw().toBuffer({ resolveWithObject: true });

test('a PNG shows the SVG of the same person, at its size', async () => {
  for (const hash of [hashOf(1), hashOf(2), '']) {
    const [png, svg] = [await identiconPng(hash, 48), Buffer.from(identiconSvg(hash, 48))];
    const { data, info } = await pixels(png);
    expect([info.width, info.height]).toEqual([48, 48]);
    expect(data.equals((await pixels(svg)).data)).toBe(true);
  }
});

test('people look different, also those whose shapes are the same', () => {
  // What comes last is the hue.
  const [red, blue] = ['0', 'a'].map((hue) => identiconSvg(`12345678900${hue.repeat(21)}`, 32));
  expect(red).not.toBe(blue);
  expect(new Set(Array.from({ length: 50 }, (_, n) => identiconSvg(hashOf(n), 32))).size).toBe(50);
});
