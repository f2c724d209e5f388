export interface PropDoc {
  name: string;
  optional: boolean;
  type: string;
  note: string;
}

/** The body of `export interface <Name>Props { … }`, or null where the file declares none. */
function bodyOf(source: string, part: string): string | null {
  const start = new RegExp(`export interface ${part}(?:Props|Options)\\b[^{]*\\{\\n`).exec(source);
  if (!start) return null;
  const from = start.index + start[0].length;
  const end = source.indexOf('\n}', from);
  return end < 0 ? null : source.slice(from, end);
}

/**
 * The props that a part of the kit declares, read from its own source, so that they are never out of date:
 * name, type and the comment above. Props inherited from an HTML element are not among them.
 */
export function propsOf(source: string, part: string): PropDoc[] {
  const body = bodyOf(source, part) ?? '';
  const found = body.matchAll(/(?: {2}\/\*\*([\s\S]*?)\*\/\n)?^ {2}(\w+)(\??): ([\s\S]*?);$/gm);
  return [...found].map(([, note = '', name = '', mark, type = '']) => ({
    name,
    optional: mark === '?',
    type: type.replace(/\s+/g, ' ').replace(/^\((.*)\) \| undefined$|^(.*) \| undefined$/, '$1$2'),
    note: note.replace(/\s*\*\s/g, ' ').trim(),
  }));
}
