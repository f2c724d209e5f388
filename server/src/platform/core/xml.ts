/** XML as documents of invoicing need it: elements, attributes and text, written in one way alone. */

export type Xml = { name: string; attributes: Record<string, string>; content: string | Xml[] };
type Child = Xml | null;

/** An element with text, or with children, of which those that are null are left out. */
export function element(
  name: string,
  content: string | Child[],
  attributes: Record<string, string> = {},
): Xml {
  const kept = typeof content === 'string' ? content : content.filter((child) => child !== null);
  return { name, attributes, content: kept };
}

/** An element with text, or nothing where there is none. */
export const optional = (name: string, text: string | null): Child => (text ? element(name, text) : null);

/** A document in UTF-8 with a line for each element. */
export const writeXml = (root: Xml): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, '')}\n`;

/** An element alone, to be put among others. */
export const writeElement = (root: Xml): string => written(root, '');

function written({ name, attributes, content }: Xml, indent: string): string {
  const opened = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const start = `${indent}<${name}${opened.join('')}>`;
  if (typeof content === 'string') return `${start}${escapeXml(content)}</${name}>`;
  const children = content.map((child) => written(child, `${indent}  `));
  return [start, ...children, `${indent}</${name}>`].join('\n');
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 has no way to write most control characters, nor half of a surrogate pair: they are left out. */
const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
