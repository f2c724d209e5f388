import { takingTurns } from '../core/turns.ts';
import { ZipError, readEntries, unpack } from './zip-entries.ts';
import type { ZipEntry } from './zip-entries.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const DOCUMENTS = {
  [`${OFFICE}.spreadsheetml.sheet.main+xml`]: `${OFFICE}.spreadsheetml.sheet`,
  [`${OFFICE}.wordprocessingml.document.main+xml`]: `${OFFICE}.wordprocessingml.document`,
} as const;
export type DocumentType = (typeof DOCUMENTS)[keyof typeof DOCUMENTS];

/** Bytes of a part that says what the others are. */
const STRUCTURE_MAX = 1024 * 1024;
/** What programs write into documents; anything else, as a program or a document inside of it, has no place there. */
const PARTS =
  /(\.(xml|rels|vml|png|jpe?g|gif|bmp|tiff?|emf|wmf|svg|wdp|odttf|psmdcp)|\/(printersettings|customproperty)\d*\.bin|\/)$/i;
/** What runs, or fetches from elsewhere, by the names, types and relations of its parts. */
const ACTIVE =
  /macro|vba|oleobject|activex|embedding|externallink|customui|webextension|connections|querytable|volatiledep|html|x-msdownload/i;
const ACTIVE_RELATIONS =
  /^(package|control|attachedtemplate|attachedtoolbars|afchunk|subdocument|frame|mailmerge\w*|extensibility|taskpanes)$/i;

/** Documents are read one at a time, to bound what that takes. */
const inTurn = takingTurns({ atOnce: 1, waiting: 100 });

/**
 * Which document of an office program a file is, from its first byte to its last; 'active' for one with macros, with
 * objects in it or with what it fetches from elsewhere (links that a reader follows aside); null: none. It is read in
 * memory, and nothing of it is kept.
 */
export function documentTypeOf(bytes: Buffer): Promise<DocumentType | 'active' | null> {
  return inTurn(async () => {
    try {
      return await typeOf(readEntries(bytes));
    } catch (error) {
      if (error instanceof ZipError) return null;
      throw error;
    }
  });
}

async function typeOf(parts: ZipEntry[]): Promise<DocumentType | 'active' | null> {
  const structure = new Map<string, Element[]>();
  for (const part of parts) {
    const name = part.name.toLowerCase();
    const isStructure = name === '[content_types].xml' || name.endsWith('.rels');
    if (isStructure && part.size > STRUCTURE_MAX) return null;
    const content = await unpack(part, isStructure);
    if (isStructure) structure.set(name, readElements(content));
  }
  const types = structure.get('[content_types].xml') ?? [];
  const type = mainType(parts, types, structure.get('_rels/.rels') ?? []);
  const isActive =
    types.some(({ values }) => ACTIVE.test(values.ContentType ?? '')) ||
    parts.some(({ name }) => ACTIVE.test(name) || !PARTS.test(name)) ||
    [...structure.values()].flat().some((element) => element.name === 'Relationship' && !isInert(element));
  // The main part of a document with macros is of another type.
  return isActive && types.length > 0 ? 'active' : type;
}

/** The type of the only main part, which the package begins with and which is there. */
function mainType(parts: ZipEntry[], types: Element[], relations: Element[]): DocumentType | null {
  const mains = types.filter(({ values }) => Object.hasOwn(DOCUMENTS, values.ContentType ?? ''));
  const first = relations.filter(({ values }) => values.Type?.endsWith('/officeDocument'));
  const [main, begun] = [mains[0]?.values, first[0]?.values.Target];
  if (mains.length !== 1 || first.length !== 1 || main?.PartName === undefined || begun === undefined)
    return null;
  const path = main.PartName.toLowerCase();
  const isThere = parts.some(({ name }) => `/${name.toLowerCase()}` === path);
  const isFirst = `/${begun.toLowerCase().replace(/^\//, '')}` === path;
  return isThere && isFirst ? DOCUMENTS[main.ContentType as keyof typeof DOCUMENTS] : null;
}

/** A relation to a part of the document itself, or a link for its reader to an address that any browser opens. */
function isInert({ values: { Type = '', Target = '', TargetMode = 'Internal' } }: Element): boolean {
  const kind = Type.slice(Type.lastIndexOf('/') + 1);
  if (ACTIVE.test(kind) || ACTIVE_RELATIONS.test(kind) || `${Type}${TargetMode}`.includes('&')) return false;
  if (TargetMode === 'Internal') return !/^([a-z][a-z0-9+.-]*:|\/\/|\\)|&/i.test(Target);
  return kind === 'hyperlink' && /^(https?:|mailto:|tel:|#)/i.test(Target);
}

/** An element by its name and attributes, both without their prefix. */
type Element = { name: string; values: Partial<Record<string, string>> };

const PROLOGUE = /^(<\?xml\s[^<>]*\?>)?\s*/;
const ELEMENT = /<\/?(?:[\w.-]+:)?([\w.-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>\s*/y;
const ATTRIBUTE = /(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;

/**
 * The elements of XML of the plainest kind, which is all that programs write here: no texts, comments or declarations,
 * in which something could be hidden from this reader.
 * @throws ZipError for anything else
 */
function readElements(content: Buffer): Element[] {
  const text = decoded(content);
  const prologue = PROLOGUE.exec(text)?.[0] ?? '';
  if (/encoding=["'](?!utf-8["'])/i.test(prologue)) throw new ZipError('XML in another encoding');
  const elements: Element[] = [];
  ELEMENT.lastIndex = prologue.length;
  for (let at = prologue.length; at < text.length; at = ELEMENT.lastIndex) {
    const [, name = '', attributes = ''] = ELEMENT.exec(text) ?? [];
    if (name === '') throw new ZipError('XML that is not plain');
    const values: Element['values'] = {};
    for (const [, key = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
      if (Object.hasOwn(values, key)) throw new ZipError('an attribute twice');
      values[key] = double ?? single ?? '';
    }
    elements.push({ name, values });
  }
  return elements;
}

function decoded(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch (error) {
    throw new ZipError('XML in another encoding', { cause: error });
  }
}
