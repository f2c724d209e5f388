export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'emphasis'; children: Inline[] }
  | { kind: 'link'; address: string; children: Inline[] };

export type Block =
  | { kind: 'paragraph'; lines: Inline[][] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'code'; text: string };

/**
 * What is tried at each place, in this order: code, link, bold, italics, a bare address. Addresses are http(s)
 * alone. No part nests its own kind, so the work is bounded by the length of the text.
 */
const INLINE = new RegExp(
  [
    /`([^`\n]+)`/u,
    /\[([^\][\n]+)\]\((https?:\/\/[^\s()<>"]+)\)/u,
    /\*\*(?=\S)([^*\n]+)(?<=\S)\*\*/u,
    /\*(?=\S)([^*\n]+)(?<=\S)\*/u,
    /(?<![\p{L}\p{N}])_(?=\S)([^_\n]+)(?<=\S)_(?![\p{L}\p{N}])/u,
    /(https?:\/\/[^\s<>"`*]+[^\s<>"`*.,;:!?)\]}'])/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);

function partOf([whole, code, label, address, strong, starred, underlined, bare]: RegExpExecArray): Inline {
  if (code !== undefined) return { kind: 'code', text: code };
  if (label !== undefined && address !== undefined)
    return { kind: 'link', address, children: [{ kind: 'text', text: label }] };
  if (strong !== undefined) return { kind: 'strong', children: inlineOf(strong) };
  const emphasis = starred ?? underlined;
  if (emphasis !== undefined) return { kind: 'emphasis', children: inlineOf(emphasis) };
  return { kind: 'link', address: bare ?? whole, children: [{ kind: 'text', text: whole }] };
}

/** One line in its parts; what is not understood stays the text that it is. */
function inlineOf(line: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const match of line.matchAll(INLINE)) {
    if (match.index > end) parts.push({ kind: 'text', text: line.slice(end, match.index) });
    parts.push(partOf(match));
    end = match.index + match[0].length;
  }
  if (end < line.length) parts.push({ kind: 'text', text: line.slice(end) });
  return parts;
}

const FENCE = /^```/;
const BULLET = /^\s{0,3}[-*]\s+(?<item>.+)$/;
const NUMBER = /^\s{0,3}\d{1,3}[.)]\s+(?<item>.+)$/;

/** Adds to the list that is being read, or begins one. */
function addItem(blocks: Block[], open: boolean, ordered: boolean, item: string): void {
  const last = blocks.at(-1);
  if (open && last?.kind === 'list' && last.ordered === ordered) last.items.push(inlineOf(item));
  else blocks.push({ kind: 'list', ordered, items: [inlineOf(item)] });
}

function addLine(blocks: Block[], open: boolean, line: string): void {
  const last = blocks.at(-1);
  if (open && last?.kind === 'paragraph') last.lines.push(inlineOf(line));
  else blocks.push({ kind: 'paragraph', lines: [inlineOf(line)] });
}

/**
 * A small part of Markdown as a tree: paragraphs, lists, code, bold, italics, http(s) links. There is no HTML in
 * it and nothing turns into any: the components that show the tree write text.
 */
export function parseMarkdown(source: string): Block[] {
  const blocks: Block[] = [];
  const lines = source.split(/\r?\n/);
  let open = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (FENCE.test(line)) {
      const close = lines.findIndex((each, index) => index > at && FENCE.test(each));
      const end = close === -1 ? lines.length : close;
      blocks.push({ kind: 'code', text: lines.slice(at + 1, end).join('\n') });
      at = end;
      open = false;
      continue;
    }
    const bullet = BULLET.exec(line)?.groups?.item;
    const numbered = NUMBER.exec(line)?.groups?.item;
    if (bullet !== undefined) addItem(blocks, open, false, bullet);
    else if (numbered !== undefined) addItem(blocks, open, true, numbered);
    else if (line.trim() !== '') addLine(blocks, open, line);
    open = line.trim() !== '';
  }
  return blocks;
}
