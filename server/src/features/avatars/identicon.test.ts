import { createHash } from 'node:crypto';
import { toPng } from 'jdenticon';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { LOOK, identicon } from './identicon.ts';

const HASHES = Array.from({ length: 12 }, (_, n) => createHash('sha256').update(`person ${n}`).digest('hex'));

/** What is seen on white. */
const pixels = (picture: Buffer) =>
  sharp(picture).flatten({ background: '#fff' }).raw().toBuffer({ resolveWithObject: true });

/** How far two pictures are apart, of 255, on average of all pixels and colours. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([pixels(one), pixels(other)]);
  expect(a.info).toEqual(b.info);
  const sum = a.data.reduce((total, value, at) => total + Math.abs(value - (b.data[at] ?? 0)), 0);
  return sum / a.data.length;
}

// The library draws as PNG what we draw, many times slower: its edges are a little harder. The shapes of 81 pixels are
// those of 80.
test.each([16, 32, 80, 81, 160])('a PNG of %i pixels looks as the library draws it', async (size) => {
  for (const hash of HASHES) {
    const ours = Buffer.from(identicon(hash, size, 'png'));
    expect(await difference(ours, toPng(hash, size, LOOK))).toBeLessThan(2);
  }
});

test('a PNG looks as the SVG of the same person', async () => {
  for (const hash of HASHES) {
    const [png, svg] = [identicon(hash, 160, 'png'), identicon(hash, 160, 'svg')];
    expect(await difference(Buffer.from(png), Buffer.from(svg))).toBeLessThan(0.2);
  }
});

test('the same shapes in other colours are another picture', async () => {
  // What comes last is the hue.
  const [red, blue] = ['0', 'a'].map((hue) => identicon(`12345678900${hue.repeat(21)}`, 32, 'png'));
  expect(await difference(Buffer.from(red ?? ''), Buffer.from(blue ?? ''))).toBeGreaterThan(2);
});

test('the blank PNG is a grey tile', async () => {
  const { data, info } = await pixels(Buffer.from(identicon('', 33, 'png')));
  expect([info.width, info.height]).toEqual([33, 33]);
  expect(new Set(data)).toEqual(new Set([0xe5]));
});
