import {
  XmlRefusal,
  childrenOf,
  decodeUtf8 as decode,
  readXml as read,
} from '../../../platform/core/xml-reader.ts';
import type { XmlBounds } from '../../../platform/core/xml-reader.ts';
import { SamlRefusal } from './saml-refusal.ts';

export const NAMESPACES = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const;
export type Namespace = keyof typeof NAMESPACES;

/** The refusals of the reader are those of SAML. */
function refused<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof XmlRefusal ? new SamlRefusal(error.problem, error.message) : error;
  }
}

/** Reads a document from outside. @throws SamlRefusal */
export const readXml = (text: string, bounds: XmlBounds): Element => refused(() => read(text, bounds));

/** UTF-8 alone. @throws SamlRefusal */
export const decodeUtf8 = (bytes: Uint8Array): string => refused(() => decode(bytes));

export const isNamed = (element: Element, namespace: Namespace, name: string): boolean =>
  element.localName === name && element.namespaceURI === NAMESPACES[namespace];

export const childrenNamed = (element: Element, namespace: Namespace, name: string): Element[] =>
  childrenOf(element).filter((child) => isNamed(child, namespace, name));

/** The only child of that name; null where there is none. Two are refused: readers would disagree on which counts. */
export function childNamed(element: Element, namespace: Namespace, name: string): Element | null {
  const [found = null, ...others] = childrenNamed(element, namespace, name);
  if (others.length) throw new SamlRefusal('structure', `${name} is there more than once`);
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
