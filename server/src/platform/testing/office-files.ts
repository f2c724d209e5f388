import { crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive. What is given besides its content is written in place of what is right. */
export type ZipPart = {
  name: string;
  content: string | Buffer;
  /** How large it says to be. */
  size?: number;
  /** Its name in the head before its bytes. */
  localName?: string;
  flags?: number;
  /** What follows its packed bytes, and counts as part of them. */
  behind?: Buffer;
};

/** An archive of these files, made by hand so that it can also be a wrong one. */
export function zipOf(parts: readonly ZipPart[]): Buffer {
  const [files, directory]: Buffer[][] = [[], []];
  let at = 0;
  for (const { name, content, size, localName, flags = 0x0800, behind = Buffer.alloc(0) } of parts) {
    const bytes = Buffer.from(content);
    const packed = Buffer.concat([deflateRawSync(bytes), behind]);
    // From the version that is needed to the length of the name: the same in both places.
    const told = Buffer.alloc(24);
    told.writeUInt16LE(20, 0);
    told.writeUInt16LE(flags, 2);
    told.writeUInt16LE(8, 4);
    told.writeUInt32LE(crc32(bytes), 10);
    told.writeUInt32LE(packed.length, 14);
    told.writeUInt32LE(size ?? bytes.length, 18);
    const lengthOf = (text: string) => {
      const length = Buffer.alloc(4);
      length.writeUInt16LE(Buffer.byteLength(text));
      return length;
    };
    const own = localName ?? name;
    const head = Buffer.concat([
      Buffer.from('PK\u0003\u0004'),
      told.subarray(0, 22),
      lengthOf(own),
      Buffer.from(own),
    ]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory?.push(
      Buffer.concat([
        Buffer.from('PK\u0001\u0002\u0014\u0000'),
        told.subarray(0, 22),
        lengthOf(name),
        rest,
        Buffer.from(name),
      ]),
    );
    files?.push(head, packed);
    at += head.length + packed.length;
  }
  const lines = Buffer.concat(directory ?? []);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(lines.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...(files ?? []), lines, end]);
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
export const DOCUMENT = {
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  docx: `${OFFICE}.wordprocessingml.document`,
} as const;
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export const contentTypes = (main: string, type: string) =>
  `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/${main}" ContentType="${type}"/></Types>`;

/** Relations of a part: [kind, target, mode]. */
export const relations = (...all: [kind: string, target: string, mode?: string][]) =>
  `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
  all
    .map(([kind, target, mode], at) => {
      const how = mode ? ` TargetMode="${mode}"` : '';
      return `<Relationship Id="rId${at}" Type="${RELATIONS}/${kind}" Target="${target}"${how}/>`;
    })
    .join('') +
  '</Relationships>';

/** A small document; parts of a name that is there already take its place. */
function documentOf(main: string, type: string, parts: readonly ZipPart[]): Buffer {
  const plain: ZipPart[] = [
    { name: '[Content_Types].xml', content: contentTypes(main, `${type}.main+xml`) },
    { name: '_rels/.rels', content: relations(['officeDocument', main]) },
    { name: main, content: `${XML}<root/>` },
  ];
  return zipOf([...plain.filter(({ name }) => parts.every((part) => part.name !== name)), ...parts]);
}
export const workbook = (parts: readonly ZipPart[] = []) =>
  documentOf('xl/workbook.xml', DOCUMENT.xlsx, parts);
export const letter = (parts: readonly ZipPart[] = []) =>
  documentOf('word/document.xml', DOCUMENT.docx, parts);
