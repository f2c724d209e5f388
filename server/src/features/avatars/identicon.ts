import { createHash } from 'node:crypto';
import { toPng, toSvg } from 'jdenticon';
import { blankPng } from './blank-png.ts';

export type Picture = { body: Buffer; type: 'image/png' | 'image/svg+xml'; etag: string };

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

/**
 * The identicon of a hash (hexadecimal, or '' for the blank one), `size` pixels square.
 * The same hash, size and format give the same bytes, always.
 */
export function identicon(hash: string, size: number, format: 'svg' | 'png'): Picture {
  if (format === 'png') return picture(hash === '' ? blankPng(size) : toPng(hash, size, LOOK), 'image/png');
  return picture(Buffer.from(hash === '' ? blankSvg(size) : toSvg(hash, size, LOOK)), 'image/svg+xml');
}

function picture(body: Buffer, type: Picture['type']): Picture {
  return { body, type, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}
