import { TICKET_MESSAGE_MAX } from '@atalaya/contract/limits';

/** Characters in which an answer and what it quotes are looked for. */
const TEXT_MAX = 200_000;

/** What begins the part that a mail program repeats of the mail answered to. */
const REPEATED = [
  /^(el|on) .{5,200}(escribió|wrote):\s*$/i,
  /^(el|on) .{5,200}\n.{0,200}(escribió|wrote):\s*$/i,
  /^-{2,}\s*(original message|mensaje original|forwarded message|mensaje reenviado)\s*-{2,}/i,
  /^_{20,}\s*$/,
  /^(from|de|desde):.{3,200}\n(sent|enviado|date|fecha|to|para):/i,
  /^-- $/,
];
/** The longest that these look at. */
const LINE_MAX = 500;

/** What the sender has written in answer, without what is quoted below it, nor their signature. */
export function answerOf(text: string): string {
  const lines = text.slice(0, TEXT_MAX).replaceAll(/\r\n?/g, '\n').split('\n');
  const end = lines.findIndex((line, at) => {
    const two = `${line}\n${lines[at + 1]?.slice(0, LINE_MAX) ?? ''}`;
    return line.length < LINE_MAX && REPEATED.some((pattern) => pattern.test(line) || pattern.test(two));
  });
  const own = end === -1 ? lines : lines.slice(0, end);
  while (own.length && /^(>.*)?$/.test(own.at(-1)?.trimStart() ?? '')) own.pop();
  const clean = own
    .join('\n')
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/\n{3,}/g, '\n\n');
  return clean.trim().slice(0, TICKET_MESSAGE_MAX).trim().toWellFormed();
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
/** Elements whose content is not shown to the reader of a mail. */
const UNREAD = /^(style|script|head|title)$/;
const NEW_LINE = /^(br|\/p|\/div|\/li|\/tr|\/h[1-6])$/;
const TAG_NAME = /\/?[a-z][a-z0-9]{0,20}/iy;

/**
 * The words of a mail that has no plain text; what it quotes is left out. It goes from tag to tag and never back, so
 * that no markup takes longer than its length.
 */
export function textOfHtml(html: string): string {
  const said: string[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open !== at) said.push(html.slice(at, open === -1 ? html.length : open).replaceAll(/\s+/g, ' '));
    if (open === -1) break;
    TAG_NAME.lastIndex = open + 1;
    const name = TAG_NAME.exec(html)?.[0].toLowerCase();
    if (name === undefined && html[open + 1] !== '!') {
      said.push('<');
      at = open + 1;
      continue;
    }
    const comment = html.startsWith('<!--', open);
    const end = html.indexOf(comment ? '-->' : '>', open);
    // What is never closed hides the rest, as in a browser.
    if (end === -1 || name === 'blockquote') break;
    if (name === 'div' && /class="?gmail_quote/i.test(html.slice(open, Math.min(end, open + 300)))) break;
    if (name !== undefined && NEW_LINE.test(name)) said.push('\n');
    at = end + 1;
    if (name === undefined || !UNREAD.test(name)) continue;
    const closing = new RegExp(`</${name}\\s*>`, 'gi');
    closing.lastIndex = at;
    if (!closing.test(html)) break;
    at = closing.lastIndex;
  }
  return said
    .join('')
    .replaceAll(/&(#x?[0-9a-f]{1,6}|[a-z]{2,6});/gi, (whole, name: string) => entity(name) ?? whole)
    .split('\n')
    .map((line) => line.replaceAll(/ +/g, ' ').trim())
    .join('\n');
}

function entity(name: string): string | undefined {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code).toWellFormed() : '';
}
