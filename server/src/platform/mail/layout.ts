import { oneLine } from './message.ts';
import type { Message } from './message.ts';

export type MailContent = {
  language: 'es' | 'en';
  subject: string;
  title: string;
  paragraphs: string[];
  /** The one thing to do. `url` is absolute. */
  button?: { label: string; url: string };
  /** Small print: what to do if one did not expect this mail. */
  footnote?: string;
  /** Ends the mails of this kind; absolute. */
  unsubscribe?: string;
};

const TEXTS = {
  es: {
    copy: 'Si el botón no funciona, copia esta dirección en tu navegador:',
    automatic: 'Mensaje automático de Atalaya.',
    unsubscribe: 'Dejar de recibir estos correos',
  },
  en: {
    copy: 'If the button doesn’t work, copy this address into your browser:',
    automatic: 'Automatic message from Atalaya.',
    unsubscribe: 'Unsubscribe from these emails',
  },
} as const;

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const BODY = `${FONT};font-size:15px;line-height:24px;color:#1f2933`;
const SMALL = `${FONT};font-size:12px;line-height:18px;color:#52606d`;
// White on this green has a contrast of 5 : 1.
const GREEN = '#177f4e';

/**
 * A mail as HTML and as plain text, from values that may hold anything: everything is escaped and kept on one
 * line. It has no image, no script and no style sheet, and fits a screen of 320 px. What can be unsubscribed from says
 * so to mail programs too (RFC 8058).
 */
export function renderMail(
  content: MailContent,
): Pick<Message, 'subject' | 'html' | 'text'> & { headers?: Record<string, string> } {
  const flat: MailContent = {
    ...content,
    title: oneLine(content.title),
    paragraphs: content.paragraphs.map(oneLine),
    ...(content.footnote ? { footnote: oneLine(content.footnote) } : {}),
  };
  const rendered = { subject: oneLine(content.subject), html: htmlOf(flat), text: textOf(flat) };
  if (!content.unsubscribe) return rendered;
  const headers = {
    'List-Unsubscribe': `<${content.unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
  return { ...rendered, headers };
}

function textOf({ language, title, paragraphs, button, footnote, unsubscribe }: MailContent): string {
  return [
    title,
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...(footnote ? [footnote] : []),
    `-- \n${TEXTS[language].automatic}`,
    ...(unsubscribe ? [`${TEXTS[language].unsubscribe}:\n${unsubscribe}`] : []),
  ].join('\n\n');
}

function htmlOf({ language, title, paragraphs, button, footnote, unsubscribe }: MailContent): string {
  const texts = TEXTS[language];
  const lines = [
    `<h1 style="margin:0;${FONT};font-size:20px;line-height:28px;color:#1f2933">${escape(title)}</h1>`,
    ...paragraphs.map((text) => `<p style="margin:0;${BODY}">${escape(text)}</p>`),
    ...(button ? [buttonOf(button), copyable(texts.copy, button.url)] : []),
    ...(footnote ? [`<p style="margin:0;${SMALL}">${escape(footnote)}</p>`] : []),
  ];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escape(title)}</title>
</head>
<body style="margin:0;padding:0;background:#f5f7fa">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f5f7fa">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;text-align:left">
${row(mark(), 16)}
<tr><td style="padding:24px;background:#ffffff;border:1px solid #e4e7eb;border-radius:8px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
${lines.map((line, at) => row(line, at < lines.length - 1 ? 16 : 0)).join('\n')}
</table>
</td></tr>
<tr><td style="padding:16px 4px 0;${SMALL}">${texts.automatic}${unsubscribe ? `<br>${smallLink(texts.unsubscribe, unsubscribe)}` : ''}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const row = (html: string, below: number) => `<tr><td style="padding-bottom:${below}px">${html}</td></tr>`;

/** A watchtower of blocks (roof, lantern, gallery, shaft) and the name, drawn with cells alone. */
function mark(): string {
  const block = (width: number, height: number) =>
    `<div style="width:${width}px;height:${height}px;margin:0 auto 2px;background:${GREEN};border-radius:2px;font-size:0;line-height:0">&nbsp;</div>`;
  return `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td width="28" aria-hidden="true">${block(14, 4)}${block(8, 4)}${block(20, 3)}${block(12, 12)}</td><td style="padding-left:8px;${FONT};font-size:17px;font-weight:700;color:#1f2933">Atalaya</td></tr></table>`;
}

const buttonOf = ({ label, url }: { label: string; url: string }) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0"><tr><td style="background:${GREEN};border-radius:6px"><a href="${escape(url)}" style="display:inline-block;padding:12px 20px;${FONT};font-size:15px;font-weight:600;color:#ffffff;text-decoration:none">${escape(label)}</a></td></tr></table>`;

const copyable = (text: string, url: string) =>
  `<p style="margin:0;${SMALL}">${text}<br><a href="${escape(url)}" style="color:${GREEN};word-break:break-all">${escape(url)}</a></p>`;

const smallLink = (text: string, url: string) =>
  `<a href="${escape(url)}" style="color:#52606d">${escape(text)}</a>`;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(value: string): string {
  return value.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
