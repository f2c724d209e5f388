import { drawIcon, toSvg } from 'jdenticon';
import { SHADES, indexedPng, packRows } from './indexed-png.ts';
import { LatelyMade } from './lately-made.ts';
import { RecordedShapes } from './recorded-shapes.ts';

export type Format = 'svg' | 'png';

// Named in full: a global default of the library must never change a picture.
export const LOOK = {
  padding: 0.08,
  backColor: '#0000',
  lightness: { color: [0.4, 0.8] as [number, number], grayscale: [0.3, 0.9] as [number, number] },
  saturation: { color: 0.5, grayscale: 0 },
};

const blankSvg = (size: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">` +
  '<rect width="100%" height="100%" fill="#e5e5e5"/></svg>';

/** One is 1 kB, the largest 10. */
const pictures = new LatelyMade<string | Buffer>(2_000);
/**
 * The shapes of PNGs without their colours, packed: there are 3,584 of one size, of which most people's picture was
 * drawn before, for somebody else. Of larger ones than the product uses none is kept.
 */
const shapes = new LatelyMade<Buffer>(4_000);
const LARGEST_KEPT = 160;

/**
 * The identicon of a hash (hexadecimal, or '' for the blank one), `size` pixels square.
 * The same hash, size and format give the same bytes, always. An SVG is a string, which node sends together with its
 * head: a buffer costs a second write.
 */
export function identicon(hash: string, size: number, format: Format): string | Buffer {
  return pictures.get(`${hash}-${size}.${format}`, () => draw(hash, size, format));
}

function draw(hash: string, size: number, format: Format): string | Buffer {
  if (hash === '') return format === 'png' ? blankPng(size) : blankSvg(size);
  return format === 'png' ? drawnPng(hash, size) : drawnSvg(hash, size);
}

/** Copied, because the library's own is a tree of its thousand pieces: kept, it would hold 20 kB of memory for one. */
function drawnSvg(hash: string, size: number): string {
  return Buffer.from(toSvg(hash, size, LOOK)).toString('latin1');
}

function drawnPng(hash: string, size: number): Buffer {
  const recorded = new RecordedShapes(size);
  drawIcon(recorded, hash, size, LOOK);
  const pack = () => packRows(recorded.draw());
  const packed = size > LARGEST_KEPT ? pack() : shapes.get(recorded.name(), pack);
  return indexedPng(size, packed, recorded.colors);
}

/** A grey tile. */
function blankPng(size: number): Buffer {
  const rows = new Uint8Array((size + 1) * size).fill(SHADES);
  for (let row = 0; row < size; row++) rows[row * (size + 1)] = 0;
  return indexedPng(size, packRows(rows), ['#e5e5e5']);
}
