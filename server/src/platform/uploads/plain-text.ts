import { isUtf8 } from 'node:buffer';

const [TAB, LINE_FEED, CARRIAGE_RETURN, SPACE, DELETE] = [0x09, 0x0a, 0x0d, 0x20, 0x7f];
/** Bytes that mean nothing in Windows-1252. */
const UNDEFINED = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

/** Text in UTF-8, or in Windows-1252 as older programs write it, without control characters but tabs and line ends. */
export function isPlainText(bytes: Buffer): boolean {
  if (bytes.length === 0 || hasControls(bytes)) return false;
  return isUtf8(bytes) ? !hasHighControls(bytes) : UNDEFINED.every((byte) => !bytes.includes(byte));
}

function hasControls(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === DELETE) return true;
    if (byte < SPACE && byte !== TAB && byte !== LINE_FEED && byte !== CARRIAGE_RETURN) return true;
  }
  return false;
}

/** U+0080 to U+009F, which UTF-8 writes as C2 and the character. */
function hasHighControls(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(0xc2); at !== -1; at = bytes.indexOf(0xc2, at + 1))
    if ((bytes[at + 1] ?? 0) < 0xa0) return true;
  return false;
}
