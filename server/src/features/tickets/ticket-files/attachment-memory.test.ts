import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PICTURE_PIXELS } from '@atalaya/contract/limits';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';

const program = path.resolve(import.meta.dirname, '../../../platform/testing/measured-pictures.ts');
const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-pictures-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A PNG that is whole: small, however many pixels it is drawn to. */
async function pngOf(width: number, height: number): Promise<string> {
  const place = path.join(folder, `${width}x${height}.png`);
  const create = { width, height, channels: 3, background: '#2a6' } as const;
  const drawn = sharp({ create, limitInputPixels: false }).toColourspace('b-w');
  writeFileSync(place, await drawn.png({ compressionLevel: 9 }).toBuffer());
  return place;
}

// U3
test('a small file of 196 megapixels and one of 20,000 × 10 are refused, and none takes much memory', async () => {
  const side = Math.floor(Math.sqrt(PICTURE_PIXELS));
  const pictures = [
    await pngOf(60, 40),
    await pngOf(14_000, 14_000),
    await pngOf(20_000, 10),
    await pngOf(side, side),
  ];
  const said = execFileSync(process.execPath, [program, ...pictures], { encoding: 'utf8' });
  const lines = said
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  expect(lines.map(([outcome]) => outcome)).toEqual([
    'taken',
    'attachment.too_many_pixels',
    'attachment.too_many_pixels',
    'taken',
  ]);
  for (const [, grown] of lines) expect(Number(grown)).toBeLessThan(150);
});
