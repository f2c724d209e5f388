import { toPng, toSvg } from 'jdenticon';
import { blankPng } from './blank-png.ts';

export type Format = 'svg' | 'png';

// Named in full: a global default of the library must never change a picture.
const LOOK = {
  padding: 0.08,
  backColor: '#0000',
  lightness: { color: [0.4, 0.8] as [number, number], grayscale: [0.3, 0.9] as [number, number] },
  saturation: { color: 0.5, grayscale: 0 },
};

const blankSvg = (size: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">` +
  '<rect width="100%" height="100%" fill="#e5e5e5"/></svg>';

/** Pictures of one generation; one is 1 kB, the largest 10. */
const KEPT = 2_000;
/** By what was asked for: the latest, and those before them, which are forgotten where nobody asks again. */
type Pictures = Map<string, string | Buffer>;
let latest: Pictures = new Map();
let earlier: Pictures = new Map();

/**
 * The identicon of a hash (hexadecimal, or '' for the blank one), `size` pixels square.
 * The same hash, size and format give the same bytes, always. An SVG is a string, which node sends together with its
 * head: a buffer costs a second write.
 */
export function identicon(hash: string, size: number, format: Format): string | Buffer {
  const name = `${hash}-${size}.${format}`;
  const known = latest.get(name);
  if (known) return known;
  const picture = earlier.get(name) ?? draw(hash, size, format);
  if (latest.size === KEPT) {
    earlier = latest;
    latest = new Map();
  }
  latest.set(name, picture);
  return picture;
}

function draw(hash: string, size: number, format: Format): string | Buffer {
  if (format === 'png') return hash === '' ? blankPng(size) : toPng(hash, size, LOOK);
  return hash === '' ? blankSvg(size) : toSvg(hash, size, LOOK);
}
