import { TICKET_MESSAGE_MAX } from '@atalaya/contract/limits';

/** What begins the part that a mail program repeats of the mail answered to. */
const REPEATED = [
  /^(el|on) .{5,200}(escribió|wrote):\s*$/i,
  /^(el|on) .{5,200}\n.{0,200}(escribió|wrote):\s*$/i,
  /^-{2,}\s*(original message|mensaje original|forwarded message|mensaje reenviado)\s*-{2,}/i,
  /^_{20,}\s*$/,
  /^(from|de|desde):.{3,200}\n(sent|enviado|date|fecha|to|para):/i,
  /^-- $/,
];

/** What somebody has written in answer, without what is quoted below it, nor their signature. */
export function answerOf(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n');
  const end = lines.findIndex((line, at) => {
    const two = `${line}\n${lines[at + 1] ?? ''}`;
    return REPEATED.some((pattern) => pattern.test(line) || pattern.test(two));
  });
  const own = end === -1 ? lines : lines.slice(0, end);
  while (own.length && /^\s*(>.*)?$/.test(own.at(-1) ?? '')) own.pop();
  const clean = own
    .join('\n')
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/\n{3,}/g, '\n\n');
  return clean.trim().slice(0, TICKET_MESSAGE_MAX).trim().toWellFormed();
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The words of a mail that has no plain text; what it quotes is left out. */
export function textOfHtml(html: string): string {
  return html
    .slice(0, 500_000)
    .replaceAll(/<(style|script|head|title)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<(blockquote\b|div[^>]{0,200}class="?gmail_quote)[\s\S]*$/i, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<(br|\/p|\/div|\/li|\/tr|\/h\d)\b[^>]{0,500}>/gi, '\n')
    .replaceAll(/<[^>]{0,2000}>/g, '')
    .replaceAll(/&(#x?[0-9a-f]{1,6}|[a-z]{2,6});/gi, (whole, name: string) => entity(name) ?? whole)
    .replaceAll(/[ \t]*\n[ \t]*/g, '\n');
}

function entity(name: string): string | undefined {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code).toWellFormed() : '';
}
