import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

const MEGABYTE = 1024 * 1024;
/** The header of a picture: eight bits of each of three colours. */
const EIGHT_BIT_COLOUR = [8, 2, 0, 0, 0];
const CHANNELS = 3;

/** A picture of so many pixels: small as a file where its rows repeat, large where they are noise. */
export function pngOf(width: number, height: number, filling: 'grey' | 'noise'): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(EIGHT_BIT_COLOUR, 8);
  const grey = Buffer.alloc(1 + width * CHANNELS, 0x5a);
  grey[0] = 0;
  const rowOf = () =>
    filling === 'grey' ? grey : Buffer.concat([Buffer.alloc(1), randomBytes(width * CHANNELS)]);
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, rowOf)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(kind: string, content: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(content.length);
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(named));
  return Buffer.concat([head, named, tail]);
}

export const pdf = Buffer.concat([
  Buffer.from('%PDF-1.7\n'),
  Buffer.alloc(9 * MEGABYTE, 'x'),
  Buffer.from('\n%%EOF'),
]);

/** A file of people, whose addresses are no others'. */
export function tableOf(rows: number): Buffer<ArrayBuffer> {
  const of = randomBytes(6).toString('hex');
  const lines = Array.from({ length: rows }, (_, n) => `Ana,Rey ${n},a${n}@${of}.hostile.test`);
  return Buffer.from(`nombre,apellidos,email\n${lines.join('\n')}`);
}

/** More columns than are read. */
export const wide = Buffer.from(Array.from({ length: 95 }, () => ','.repeat(99_000)).join('\n'));

export const NASTY = ['<style ', '<', 'a\r\n', '--b\r\n\r\nx\r\n', '=?utf-8?Q?=41?= ', '&#x'];

/** A mail of 14 MB of one form. */
export function mailOf(from: string, to: string, form: string): string {
  const body = form.repeat(Math.floor((14 * MEGABYTE) / form.length));
  return `From: ${from}\r\nTo: ${to}\r\nContent-Type: text/html\r\n\r\n${body}`;
}

export function formOf(content: Buffer<ArrayBuffer>, name: string, type: string): FormData {
  const form = new FormData();
  form.append('file', new Blob([content], { type }), name);
  return form;
}
