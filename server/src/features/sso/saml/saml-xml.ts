import { DOMParser } from '@xmldom/xmldom';
import { SamlRefusal } from './saml-refusal.ts';

export const NAMESPACES = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const;
export type Namespace = keyof typeof NAMESPACES;

/** Bounds of a document, so that none holds up a process: the parser takes up to a second for 100 kB of hostile nesting. */
export type XmlBounds = { bytes: number; tags: number; namespaces: number };

/**
 * Reads a document from outside. A document type is refused before any parser sees it: with it come
 * entities. What the parser would mend or warn of is refused too, for another parser may mend it in another way.
 */
export function readXml(text: string, bounds: XmlBounds): Element {
  if (Buffer.byteLength(text) > bounds.bytes) throw new SamlRefusal('too_large');
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new SamlRefusal('forbidden_markup', 'a document type');
  if (countOf(text, '<') > bounds.tags || countOf(text, 'xmlns') > bounds.namespaces)
    throw new SamlRefusal('too_large', 'too many elements or namespaces');
  const refuse = (_level: string, message: unknown) => {
    throw new SamlRefusal('unreadable', String(message));
  };
  try {
    const root: Element | undefined = new DOMParser({ errorHandler: refuse }).parseFromString(
      text,
      'text/xml',
    ).documentElement;
    if (!root) throw new SamlRefusal('unreadable', 'no element');
    return root;
  } catch (error) {
    if (error instanceof SamlRefusal) throw error;
    throw new SamlRefusal('unreadable', error instanceof Error ? error.message : '');
  }
}

const countOf = (text: string, part: string) => text.split(part).length - 1;

/** UTF-8 alone: bytes that are none are refused rather than replaced. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SamlRefusal('unreadable', 'not UTF-8');
  }
}

export const isElement = (node: Node): node is Element => node.nodeType === 1;

export const isNamed = (element: Element, namespace: Namespace, name: string): boolean =>
  element.localName === name && element.namespaceURI === NAMESPACES[namespace];

export const childrenOf = (element: Element): Element[] => Array.from(element.childNodes).filter(isElement);

export const childrenNamed = (element: Element, namespace: Namespace, name: string): Element[] =>
  childrenOf(element).filter((child) => isNamed(child, namespace, name));

/** The only child of that name; null where there is none. Two are refused: readers would disagree on which counts. */
export function childNamed(element: Element, namespace: Namespace, name: string): Element | null {
  const [found = null, ...others] = childrenNamed(element, namespace, name);
  if (others.length) throw new SamlRefusal('structure', `${name} is there more than once`);
  return found;
}

/** An element and all below it. */
export function treeOf(root: Element): Element[] {
  const found = [root];
  for (let next = 0; next < found.length; next += 1) {
    const element = found[next];
    if (element) found.push(...childrenOf(element));
  }
  return found;
}

/** Null where the attribute is not there. */
export const attributeOf = (element: Element, name: string): string | null =>
  element.hasAttribute(name) ? element.getAttribute(name) : null;

/** The whole text of an element that has no elements in it. */
export function textOf(element: Element): string {
  if (childrenOf(element).length) throw new SamlRefusal('structure', `${element.localName} is no plain text`);
  return (element.textContent ?? '').trim();
}

export const escapeXml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${String(character.codePointAt(0))};`);
