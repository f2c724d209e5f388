import { DOMParser } from '@xmldom/xmldom';

/** Bounds of a document, so that none holds up a process: the parser takes up to a second for 100 kB of hostile nesting. */
export type XmlBounds = { bytes: number; tags: number; namespaces: number };

/** A document from outside that is not read, and why. */
export class XmlRefusal extends Error {
  override name = 'XmlRefusal';
  readonly problem: 'too_large' | 'forbidden_markup' | 'unreadable';

  constructor(problem: XmlRefusal['problem'], detail: string) {
    super(detail);
    this.problem = problem;
  }
}

/**
 * Reads a document from outside. A document type is refused before any parser sees it: with it come
 * entities. What the parser would mend or warn of is refused too, for another parser may mend it in another way.
 * @throws XmlRefusal
 */
export function readXml(text: string, bounds: XmlBounds): Element {
  if (Buffer.byteLength(text) > bounds.bytes) throw new XmlRefusal('too_large', 'too many bytes');
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

/** UTF-8 alone: bytes that are none are refused rather than replaced. @throws XmlRefusal */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new XmlRefusal('unreadable', 'not UTF-8');
  }
}

const countOf = (text: string, part: string) => text.split(part).length - 1;

export const isElement = (node: Node): node is Element => node.nodeType === 1;

export const childrenOf = (element: Element): Element[] => Array.from(element.childNodes).filter(isElement);

/** An element and all below it. */
export function treeOf(root: Element): Element[] {
  const found = [root];
  for (let next = 0; next < found.length; next += 1) {
    const element = found[next];
    if (element) found.push(...childrenOf(element));
  }
  return found;
}
