import { crc32, createInflateRaw } from 'node:zlib';

/** A file in an archive, as its directory says. */
export type ZipEntry = { name: string; size: number; sum: number; packed: Buffer; isDeflated: boolean };

/** What is no plain archive, or holds more than is read of one. */
export class ZipError extends Error {}

const ENTRIES_MAX = 2_000;
const UNPACKED_MAX = 100 * 1024 * 1024;
const NAME_MAX = 255;
/** What may follow a file: its sum and sizes once more, where they were not known before it. */
const DESCRIPTOR_MAX = 24;
const END_BYTES = 22;
const DIRECTORY_BYTES = 46;
const LOCAL_BYTES = 30;
/** Set for what is encrypted, in three ways. */
const ENCRYPTED = 0x2041;

function insist(holds: boolean, what: string): asserts holds {
  if (!holds) throw new ZipError(what);
}

/**
 * The files of an archive that is one from its first byte to its last: one disk, nothing before, between or behind its
 * files, none in the place of another, and no two readers would find other ones. Nothing is unpacked yet.
 * Why not by a library: docs/decisions/0030-documents-are-read-strictly.md.
 * @throws ZipError
 */
export function readEntries(bytes: Buffer): ZipEntry[] {
  const end = bytes.length - END_BYTES;
  insist(end >= 0 && bytes.readUInt32LE(end) === 0x06_05_4b_50, 'no end');
  const [count, size, start] = [
    bytes.readUInt16LE(end + 10),
    bytes.readUInt32LE(end + 12),
    bytes.readUInt32LE(end + 16),
  ];
  insist(bytes.readUInt32LE(end + 4) === 0 && bytes.readUInt16LE(end + 8) === count, 'several disks');
  insist(bytes.readUInt16LE(end + 20) === 0 && start + size === end, 'something behind the directory');
  insist(count > 0 && count <= ENTRIES_MAX, 'too many files');
  const found = readDirectory(bytes, { start, end, count });
  let last = 0;
  for (const { at, next } of found.toSorted((a, b) => a.at - b.at)) {
    insist(at >= last && at - last <= DESCRIPTOR_MAX && next <= start, 'files that overlap, or gaps');
    last = next;
  }
  insist(start - last <= DESCRIPTOR_MAX && found.some(({ at }) => at === 0), 'something between or before');
  const entries = found.map(({ entry }) => entry);
  const names = new Set(entries.map(({ name }) => name.toLowerCase()));
  insist(names.size === entries.length, 'two files of one name');
  insist(entries.reduce((sum, entry) => sum + entry.size, 0) <= UNPACKED_MAX, 'too large');
  return entries;
}

type Found = { entry: ZipEntry; at: number; next: number };

function readDirectory(bytes: Buffer, directory: { start: number; end: number; count: number }): Found[] {
  const found: Found[] = [];
  let at = directory.start;
  for (let nth = 0; nth < directory.count; nth++) {
    insist(at + DIRECTORY_BYTES <= directory.end && bytes.readUInt32LE(at) === 0x02_01_4b_50, 'no directory');
    const name = bytes.subarray(at + DIRECTORY_BYTES, at + DIRECTORY_BYTES + bytes.readUInt16LE(at + 28));
    found.push(readEntry(bytes, at, name));
    // Behind the name: what else is told of the file, and a comment.
    at += DIRECTORY_BYTES + name.length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  insist(at === directory.end, 'something in the directory');
  return found;
}

/** A file by its line in the directory, which the head before its bytes has to agree with. */
function readEntry(bytes: Buffer, line: number, name: Buffer): Found {
  const flags = bytes.readUInt16LE(line + 8);
  const method = bytes.readUInt16LE(line + 10);
  const [sum, packed, size] = [
    bytes.readUInt32LE(line + 16),
    bytes.readUInt32LE(line + 20),
    bytes.readUInt32LE(line + 24),
  ];
  const at = bytes.readUInt32LE(line + 42);
  insist((flags & ENCRYPTED) === 0 && (method === 0 || method === 8), 'packed in another way');
  insist(at + LOCAL_BYTES <= bytes.length && bytes.readUInt32LE(at) === 0x04_03_4b_50, 'no head');
  const ownName = bytes.subarray(at + LOCAL_BYTES, at + LOCAL_BYTES + bytes.readUInt16LE(at + 26));
  const isSame = (bytes.readUInt16LE(at + 6) & ENCRYPTED) === 0 && bytes.readUInt16LE(at + 8) === method;
  insist(isSame && ownName.equals(name), 'a head unlike the directory');
  const start = at + LOCAL_BYTES + ownName.length + bytes.readUInt16LE(at + 28);
  const next = start + packed;
  insist(next <= bytes.length, 'a file that breaks off');
  const entry = {
    name: plainName(name),
    size,
    sum,
    packed: bytes.subarray(start, next),
    isDeflated: method === 8,
  };
  return { entry, at, next };
}

/** A path without a way out of its folder, or marks that programs read in different ways. */
function plainName(bytes: Buffer): string {
  const name = bytes.toString('utf8');
  const isPlain =
    name !== '' && bytes.length <= NAME_MAX && !/[\p{Cc}\\:\uFFFD]|^\/|(^|\/)\.{1,2}(\/|$)|\/\//u.test(name);
  insist(isPlain, 'a name that is no path');
  return name;
}

/**
 * Unpacks a file piece by piece, keeping nothing unless `keep`: it has as many bytes as it says, and the sum of them.
 * @throws ZipError
 */
export async function unpack({ packed, size, sum, isDeflated }: ZipEntry, keep: boolean): Promise<Buffer> {
  if (!isDeflated) {
    insist(packed.length === size && crc32(packed) === sum, 'another size or sum');
    return packed;
  }
  const kept: Buffer[] = [];
  const inflate = createInflateRaw({ chunkSize: 256 * 1024 });
  inflate.end(packed);
  let [found, check] = [0, 0];
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) {
      found += piece.length;
      insist(found <= size, 'more than it says');
      check = crc32(piece, check);
      if (keep) kept.push(piece);
    }
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError('bytes that are not packed', { cause: error });
  }
  insist(found === size && check === sum && inflate.bytesWritten === packed.length, 'another size or sum');
  return Buffer.concat(kept);
}
