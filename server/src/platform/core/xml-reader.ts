import { DOMParser } from '@xmldom/xmldom';

/** Bounds of a document, so that none holds up a process: the parser takes up to a second for 100 kB of hostile nesting. */
export type XmlBounds = { bytes: number; tags: number; namespaces: number };

/** Why a document from outside is not read. */
export class XmlRefusal extends Error {
  readonly kind: 'too_large' | 'forbidden_markup' | 'unreadable';

  constructor(kind: 'too_large' | 'forbidden_markup' | 'unreadable', detail = '') {
    super(detail);
    this.kind = kind;
  }
}

/**
 * Reads a document from outside. A document type is refused before any parser sees it: with it come
 * entities. What the parser would mend or warn of is refused too, for another parser may mend it in another way.
 * @throws XmlRefusal
 */
export function readXml(text: string, bounds: XmlBounds): Element {
  if (Buffer.byteLength(text) > bounds.bytes) throw new XmlRefusal('too_large');
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new XmlRefusal('forbidden_markup', 'a document type');
  if (countOf(text, '<') > bounds.tags || countOf(text, 'xmlns') > bounds.namespaces)
    throw new XmlRefusal('too_large', 'too many elements or namespaces');
  const refuse = (_level: string, message: unknown) => {
    throw new XmlRefusal('unreadable', String(message));
  };
  try {
    const root: Element | undefined = new DOMParser({ errorHandler: refuse }).parseFromString(
      text,
      'text/xml',
    ).documentElement;
    if (!root) throw new XmlRefusal('unreadable', 'no element');
    return root;
  } catch (error) {
    if (error instanceof XmlRefusal) throw error;
    throw new XmlRefusal('unreadable', error instanceof Error ? error.message : '');
  }
}

const countOf = (text: string, part: string) => text.split(part).length - 1;

/** UTF-8 alone: bytes that are none are refused rather than replaced. @throws XmlRefusal */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new XmlRefusal('unreadable', 'not UTF-8');
  }
}
