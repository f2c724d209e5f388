import { crc32, deflateSync } from 'node:zlib';

/** Degrees of opacity of each colour: the edges of shapes are as smooth as these. */
export const SHADES = 16;

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const END = chunk('IEND', Buffer.alloc(0));

/**
 * The lines of a picture, packed; each stands after a byte that is 0. Of a pixel, 0 is nothing, else it is the number
 * of its colour times SHADES, plus 1 to SHADES for how much of it. Other versions of zlib may pack into other bytes.
 */
export function packRows(rows: Uint8Array): Buffer {
  return chunk('IDAT', deflateSync(rows));
}

/** A square PNG of packed rows and up to eight colours, '#rrggbb'. */
export function indexedPng(size: number, packed: Buffer, colors: string[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // Eight bits a pixel, each the number of a colour.
  header.set([8, 3], 8);
  const palette = Buffer.alloc(3 * (1 + colors.length * SHADES));
  const opacity = Buffer.alloc(1 + colors.length * SHADES);
  colors.forEach((color, n) => {
    const first = 1 + n * SHADES;
    palette.fill(color.slice(1), 3 * first, 3 * (first + SHADES), 'hex');
    for (let shade = 1; shade <= SHADES; shade++)
      opacity[n * SHADES + shade] = Math.round((255 * shade) / SHADES);
  });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('tRNS', opacity),
    packed,
    END,
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const made = Buffer.allocUnsafe(data.length + 12);
  made.writeUInt32BE(data.length);
  made.write(name, 4, 'latin1');
  made.set(data, 8);
  made.writeUInt32BE(crc32(made.subarray(4, -4)), data.length + 8);
  return made;
}
