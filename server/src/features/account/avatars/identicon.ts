import { toSvg } from 'jdenticon';
import { loadSharp } from '../../../platform/uploads/picture.ts';

// Named in full: a global default of the library must never change a picture.
const LOOK = {
  padding: 0.08,
  backColor: '#0000',
  lightness: { color: [0.4, 0.8] as [number, number], grayscale: [0.3, 0.9] as [number, number] },
  saturation: { color: 0.5, grayscale: 0 },
};

const blank = (size: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">` +
  '<rect width="100%" height="100%" fill="#e5e5e5"/></svg>';

/**
 * The identicon of a hash (hexadecimal, or '' for the blank one), `size` pixels square. The same hash and size give the
 * same text, always.
 */
export const identiconSvg = (hash: string, size: number): string =>
  hash === '' ? blank(size) : toSvg(hash, size, LOOK);

/** The same as a PNG, for what shows no SVG. */
export async function identiconPng(hash: string, size: number): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(Buffer.from(identiconSvg(hash, size)))
    .png()
    .toBuffer();
}
