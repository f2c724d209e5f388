import { crc32, deflateSync } from 'node:zlib';

/** Degrees of opacity of each colour: the edges of shapes are as smooth as these. */
export const SHADES = 16;

/** As many shapes as an identicon has. */
const MOST_COLORS = 3;

/**
 * As small as the library's pictures need: packing harder saves a seventh of a kilobyte and takes twice as long, and
 * room for larger ones is a quarter of a megabyte each time, which the collector of garbage has to make up for.
 */
const PACKING = { level: 3, windowBits: 12, memLevel: 6, chunkSize: 2_048 };

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const END = chunk('IEND', 0, () => {});
/** By the number of colours. */
const OPACITIES = Array.from({ length: MOST_COLORS + 1 }, (_, colors) =>
  chunk('tRNS', 1 + colors * SHADES, (data) => {
    data[0] = 0;
    for (let n = 0; n < colors * SHADES; n++) data[1 + n] = Math.round((255 * ((n % SHADES) + 1)) / SHADES);
  }),
);

/**
 * The lines of a picture, packed; each stands after a byte that is 0. Of a pixel, 0 is nothing, else it is the number
 * of its colour times SHADES, plus 1 to SHADES for how much of it. Other versions of zlib may pack into other bytes.
 */
export function packRows(rows: Uint8Array): Buffer {
  const packed = deflateSync(rows, PACKING);
  return chunk('IDAT', packed.length, (data) => data.set(packed));
}

/** A square PNG of packed rows and up to three colours, '#rrggbb'. */
export function indexedPng(size: number, packed: Buffer, colors: string[]): Buffer {
  const header = chunk('IHDR', 13, (data) => {
    data.writeUInt32BE(size, 0);
    data.writeUInt32BE(size, 4);
    // Eight bits a pixel, each the number of a colour.
    data.set([8, 3, 0, 0, 0], 8);
  });
  const palette = chunk('PLTE', 3 * (1 + colors.length * SHADES), (data) => {
    data.fill(0, 0, 3);
    colors.forEach((color, n) => {
      const rgb = Number.parseInt(color.slice(1), 16);
      for (let shade = 1; shade <= SHADES; shade++) data.writeUIntBE(rgb, 3 * (n * SHADES + shade), 3);
    });
  });
  return Buffer.concat([SIGNATURE, header, palette, OPACITIES[colors.length] ?? END, packed, END]);
}

function chunk(name: string, length: number, write: (data: Buffer) => void): Buffer {
  const made = Buffer.allocUnsafe(length + 12);
  made.writeUInt32BE(length);
  made.write(name, 4, 'latin1');
  write(made.subarray(8, -4));
  made.writeUInt32BE(crc32(made.subarray(4, -4)), length + 8);
  return made;
}
