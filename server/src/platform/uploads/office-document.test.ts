import { expect, test } from 'vitest';
import { DOCUMENT, contentTypes, letter, relations, workbook, zipOf } from '../testing/office-files.ts';
import type { ZipPart } from '../testing/office-files.ts';
import { documentTypeOf } from './office-document.ts';

const xml = (name: string): ZipPart => ({ name, content: '<x/>' });
const links = (...all: Parameters<typeof relations>): ZipPart => ({
  name: 'word/_rels/document.xml.rels',
  content: relations(...all),
});
const types = (content: string): ZipPart => ({ name: '[Content_Types].xml', content });
const MAIN = contentTypes('word/document.xml', `${DOCUMENT.docx}.main+xml`);

// U1
test.each([
  ['a workbook', workbook(), DOCUMENT.xlsx],
  ['a letter', letter(), DOCUMENT.docx],
  [
    'one with pictures, printers, and links for its reader',
    letter([
      xml('word/media/image1.png'),
      xml('word/printerSettings/printerSettings1.bin'),
      links(
        ['styles', 'styles.xml'],
        ['image', 'media/image1.png'],
        ['hyperlink', 'https://example.com/?a=1&amp;b=2', 'External'],
        ['hyperlink', 'mailto:ana@example.com', 'External'],
      ),
    ]),
    DOCUMENT.docx,
  ],
])('%s is taken', async (_what, bytes, type) => {
  expect(await documentTypeOf(bytes)).toBe(type);
});

// U1
test.each<[string, ZipPart[]]>([
  ['macros', [xml('word/vbaProject.bin')]],
  [
    'macros under another name',
    [types(MAIN.replace('application/xml', 'application/vnd.ms-office.vbaProject'))],
  ],
  [
    'a main part with macros',
    [types(contentTypes('word/document.xml', 'application/vnd.ms-word.document.macroEnabled.main+xml'))],
  ],
  ['an object of another program', [xml('word/embeddings/oleObject1.bin')]],
  ['a document inside', [xml('word/embeddings/Sheet1.xlsx')]],
  ['a program', [xml('word/media/image1.exe')]],
  ['ActiveX', [xml('word/activeX/activeX1.xml')]],
  ['a relation to an object', [links(['oleObject', 'media/image1.png'])]],
  ['a template from elsewhere', [links(['attachedTemplate', 'https://example.com/a.dotm', 'External'])]],
  ['a picture from elsewhere', [links(['image', 'https://example.com/a.png', 'External'])]],
  ['a page in its text', [links(['aFChunk', 'chunk.xml'])]],
  ['a link to a file', [links(['hyperlink', 'file://server/share', 'External'])]],
  ['a link that runs', [links(['hyperlink', 'javascript:1', 'External'])]],
  [
    'a link whose kind is written another way',
    [links(['hyperlin&#107;', 'https://example.com', 'External'])],
  ],
  ['what is elsewhere but says not to be', [links(['image', 'https://example.com/a.png'])]],
])('a document with %s is active', async (_what, parts) => {
  expect(await documentTypeOf(letter(parts))).toBe('active');
});
test.each([
  ['links to other workbooks', [xml('xl/externalLinks/externalLink1.xml')]],
  ['old macros', [xml('xl/macrosheets/sheet1.xml')]],
  ['connections to data', [xml('xl/connections.xml')]],
])('a workbook with %s is active', async (_what, parts) => {
  expect(await documentTypeOf(workbook(parts))).toBe('active');
});

const whole = letter();
const changed = (at: number, value: number) => {
  const bytes = Buffer.from(whole);
  bytes[at < 0 ? bytes.length + at : at] = value;
  return bytes;
};
// U1
test.each<[string, Buffer]>([
  ['any archive', zipOf([{ name: 'a.xml', content: '<x/>' }])],
  [
    'a presentation',
    letter([
      types(
        contentTypes(
          'word/document.xml',
          'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
        ),
      ),
    ]),
  ],
  ['types alone', zipOf([types(MAIN)])],
  [
    'a main part that is not there',
    letter([types(contentTypes('word/other.xml', `${DOCUMENT.docx}.main+xml`))]),
  ],
  [
    'one that begins with another part',
    letter([{ name: '_rels/.rels', content: relations(['officeDocument', 'word/other.xml']) }]),
  ],
  [
    'two main parts',
    letter([
      types(
        MAIN.replace(
          '</Types>',
          `<Override PartName="/a.xml" ContentType="${DOCUMENT.docx}.main+xml"/></Types>`,
        ),
      ),
    ]),
  ],
  ['entities', letter([types(MAIN.replace('?>\n', '?>\n<!DOCTYPE x [<!ENTITY a "b">]>'))])],
  ['a comment', letter([types(MAIN.replace('<Default', '<!-- --><Default'))])],
  ['an attribute twice', letter([types(MAIN.replace('Extension="xml"', 'Extension="xml" Extension="bin"'))])],
  ['another encoding', letter([types(MAIN.replace('UTF-8', 'UTF-7'))])],
  ['UTF-16', letter([{ name: '[Content_Types].xml', content: Buffer.from(MAIN, 'utf16le') }])],
  ['something before it', Buffer.concat([Buffer.from('<html>'), whole])],
  ['something behind it', Buffer.concat([whole, Buffer.from('MZ')])],
  ['a comment behind it', Buffer.concat([changed(-2, 2), Buffer.from('MZ')])],
  ['half of it', whole.subarray(0, whole.length / 2)],
  ['a second disk', changed(-18, 1)],
  ['fewer files than there are', changed(-12, 2)],
  ['a way out of its folder', letter([xml('word/../../../x.xml')])],
  ['an absolute path', letter([xml('/etc/x.xml')])],
  ['a path of Windows', letter([xml('word\\x.xml')])],
  ['two parts of one name', letter([xml('word/a.xml'), xml('word/A.xml')])],
  ['a part of two names', letter([{ ...xml('word/a.xml'), localName: 'word/b.xml' }])],
  ['a part that is encrypted', letter([{ ...xml('word/a.xml'), flags: 1 }])],
  ['something behind a part', letter([{ ...xml('word/a.xml'), behind: Buffer.from('MZ') }])],
  [
    'a part that is larger than it says',
    letter([{ name: 'word/a.xml', content: Buffer.alloc(100_000), size: 10 }]),
  ],
  ['a part that is smaller than it says', letter([{ ...xml('word/a.xml'), size: 10 }])],
  ['more than 2,000 parts', letter(Array.from({ length: 2_000 }, (_, nth) => xml(`word/${nth}.xml`)))],
  ['nothing', Buffer.alloc(0)],
])('%s is no document', async (_what, bytes) => {
  expect(await documentTypeOf(bytes)).toBeNull();
});

// U3
test('what unpacks to more than 100 MiB is refused, whether it says so or not, and little memory is taken', async () => {
  const part = Buffer.alloc(60 * 1024 * 1024);
  const bombs = [
    letter([1, 2].map((nth) => ({ name: `word/${nth}.xml`, content: part }))),
    letter([1, 2].map((nth) => ({ name: `word/${nth}.xml`, content: part, size: 1_000 }))),
  ];
  const before = process.memoryUsage().arrayBuffers;
  for (const bomb of bombs) {
    expect(bomb.length).toBeLessThan(200_000);
    expect(await documentTypeOf(bomb)).toBeNull();
  }
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * 1024 * 1024);
});
