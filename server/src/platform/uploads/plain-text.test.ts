import { expect, test } from 'vitest';
import { isPlainText } from './plain-text.ts';

// U1
test.each<[string, Buffer, boolean]>([
  ['UTF-8', Buffer.from('Año;1\r\n\t«Ñu»'), true],
  ['UTF-8 with its mark', Buffer.from('\uFEFFAño'), true],
  ['Windows-1252', Buffer.from([0x41, 0xf1, 0x6f, 0x20, 0x80]), true],
  ['nothing', Buffer.alloc(0), false],
  ['a NUL', Buffer.from('a\0b'), false],
  ['UTF-16', Buffer.from('año', 'utf16le'), false],
  ['a sequence for a terminal', Buffer.from('\u001b[31m'), false],
  ['a delete', Buffer.from('a\u007f'), false],
  ['a control character of two bytes', Buffer.from('a\u009bb'), false],
  ['bytes that mean nothing', Buffer.from([0x41, 0xff, 0x81]), false],
  ['a program', Buffer.from('MZ\u0090\0\u0003', 'latin1'), false],
])('%s: %j', (_what, bytes, expected) => {
  expect(isPlainText(bytes)).toBe(expected);
});
