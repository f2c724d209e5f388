import { renderMail } from '../../platform/mail/layout.ts';
import type { Message } from '../../platform/mail/message.ts';

type Language = 'es' | 'en';
export type TicketNews =
  | 'opened'
  | 'assigned'
  | 'answered'
  | 'customer_answered'
  | 'resolved'
  | 'closed'
  | 'reopened';

/** What a ticket's move is called. */
export type MovedNews = 'resolved' | 'closed' | 'reopened';

export type TicketMail = {
  to: string;
  language: Language;
  unsubscribe: string | undefined;
  news: TicketNews;
  ticket: { number: number; title: string; organization_name: string };
  /** Who did it. */
  author: string;
  /** What was written, if anything. */
  message: string | null;
  link: string;
};

/** A longer message is read on the ticket's page. */
const EXCERPT = 1_000;

const NEWS: Record<Language, Record<TicketNews, { title: string; said: string }>> = {
  es: {
    opened: { title: 'Ticket nuevo', said: 'ha abierto este ticket' },
    assigned: { title: 'Tienes un ticket asignado', said: 'te ha asignado este ticket' },
    answered: { title: 'Han respondido a tu ticket', said: 'ha respondido' },
    customer_answered: { title: 'Nueva respuesta del cliente', said: 'ha respondido' },
    resolved: { title: 'Tu ticket está resuelto', said: 'lo ha marcado como resuelto' },
    closed: { title: 'Tu ticket está cerrado', said: 'lo ha cerrado' },
    reopened: { title: 'Ticket reabierto', said: 'lo ha reabierto' },
  },
  en: {
    opened: { title: 'New ticket', said: 'opened this ticket' },
    assigned: { title: 'You’ve been assigned a ticket', said: 'assigned you this ticket' },
    answered: { title: 'Your ticket has a reply', said: 'replied' },
    customer_answered: { title: 'New customer reply', said: 'replied' },
    resolved: { title: 'Your ticket is resolved', said: 'marked it as resolved' },
    closed: { title: 'Your ticket is closed', said: 'closed it' },
    reopened: { title: 'Ticket reopened', said: 'reopened it' },
  },
};

/** What was written, as paragraphs. */
function linesOf(message: string | null): string[] {
  if (!message) return [];
  const excerpt = message.length > EXCERPT ? `${message.slice(0, EXCERPT)}…` : message;
  return excerpt.split('\n').filter((line) => line.trim());
}

/** What has happened to a ticket, to one of those concerned. */
export function ticketMail(mail: TicketMail): Message {
  const { to, language, unsubscribe, news, ticket, author, message, link } = mail;
  const { title, said } = NEWS[language][news];
  return {
    to,
    ...renderMail({
      language,
      subject: `[#${ticket.number}] ${ticket.title}`,
      title,
      paragraphs: [
        `#${ticket.number} ${ticket.title} · ${ticket.organization_name}`,
        `${author} ${said}${message ? ':' : '.'}`,
        ...linesOf(message),
      ],
      button: { label: language === 'en' ? 'View ticket' : 'Ver ticket', url: link },
      ...(unsubscribe ? { unsubscribe } : {}),
    }),
  };
}

const MANY: Record<Language, Record<MovedNews, (count: number) => { title: string; said: string }>> = {
  es: {
    resolved: (count) => ({ title: `${count} tickets resueltos`, said: 'los ha marcado como resueltos' }),
    closed: (count) => ({ title: `${count} tickets cerrados`, said: 'los ha cerrado' }),
    reopened: (count) => ({ title: `${count} tickets reabiertos`, said: 'los ha reabierto' }),
  },
  en: {
    resolved: (count) => ({ title: `${count} tickets resolved`, said: 'marked them as resolved' }),
    closed: (count) => ({ title: `${count} tickets closed`, said: 'closed them' }),
    reopened: (count) => ({ title: `${count} tickets reopened`, said: 'reopened them' }),
  },
};

/** Several tickets that concern a person changed their status at once: one mail for all. */
export function movedMail(mail: {
  to: string;
  language: Language;
  unsubscribe: string | undefined;
  news: MovedNews;
  /** The first of them. */
  tickets: { number: number; title: string }[];
  count: number;
  author: string;
  message: string | null;
  link: string;
}): Message {
  const { to, language, unsubscribe, tickets, count, author, message, link } = mail;
  const { title, said } = MANY[language][mail.news](count);
  const more = count - tickets.length;
  return {
    to,
    ...renderMail({
      language,
      subject: title,
      title,
      paragraphs: [
        `${author} ${said}${message ? ':' : '.'}`,
        ...linesOf(message),
        ...tickets.map((ticket) => `#${ticket.number} ${ticket.title}`),
        ...(more > 0 ? [language === 'en' ? `And ${more} more.` : `Y ${more} más.`] : []),
      ],
      button: { label: language === 'en' ? 'View tickets' : 'Ver tickets', url: link },
      ...(unsubscribe ? { unsubscribe } : {}),
    }),
  };
}

/** Several tickets were given to a person at once: one mail for all. */
export function assignedMail(mail: {
  to: string;
  language: Language;
  unsubscribe: string | undefined;
  author: string;
  count: number;
  link: string;
}): Message {
  const english = mail.language === 'en';
  const title = english
    ? `You’ve been assigned ${mail.count} tickets`
    : `Tienes ${mail.count} tickets asignados`;
  return {
    to: mail.to,
    ...renderMail({
      language: mail.language,
      subject: title,
      title,
      paragraphs: [english ? `${mail.author} assigned them to you.` : `${mail.author} te los ha asignado.`],
      button: { label: english ? 'View tickets' : 'Ver tickets', url: mail.link },
      ...(mail.unsubscribe ? { unsubscribe: mail.unsubscribe } : {}),
    }),
  };
}
