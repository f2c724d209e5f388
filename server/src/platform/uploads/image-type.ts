/**
 * What is taken for a picture; anything else (SVG, PDF, HTML, …) is none. AVIF is not among them: decoding 25
 * megapixels of it takes 700 MB, and the browser sends any chosen picture as WebP.
 */
export type ImageType = 'jpeg' | 'png' | 'gif' | 'webp';

const startsWith = (bytes: Buffer, ...values: number[]) =>
  values.every((value, position) => bytes[position] === value);
const textAt = (bytes: Buffer, start: number, end: number) => bytes.toString('latin1', start, end);

/** The type of an image by its first bytes, not by its name or content type; null where it is none of ours. */
export function imageTypeOf(bytes: Buffer): ImageType | null {
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return 'jpeg';
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (/^GIF8[79]a$/.test(textAt(bytes, 0, 6))) return 'gif';
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 12) === 'WEBP') return 'webp';
  return null;
}
