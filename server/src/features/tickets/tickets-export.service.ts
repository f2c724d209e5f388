import { Readable } from 'node:stream';
import { fieldWordsEn } from '@atalaya/contract/field-words.en';
import { fieldWordsEs } from '@atalaya/contract/field-words.es';
import { ticketPrioritiesEn, ticketStatusEn } from '@atalaya/contract/ticket-words.en';
import { ticketPrioritiesEs, ticketStatusEs } from '@atalaya/contract/ticket-words.es';
import type { TicketFilters } from '@atalaya/contract/tickets';
import type { Actor } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { fileOf } from '../../platform/records/fields.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { TICKET_FIELDS } from './tickets.fields.ts';
import { reachOf } from './ticket-shapes.ts';
import { countTickets, listTicketsBelow } from './tickets.queries.ts';
import type { TicketRow } from './tickets.queries.ts';

const WORDS = {
  es: { ...ticketPrioritiesEs, ...ticketStatusEs, customer: 'Cliente', staff: 'Soporte' },
  en: { ...ticketPrioritiesEn, ...ticketStatusEn, customer: 'Customer', staff: 'Support' },
};

const file = fileOf<typeof TICKET_FIELDS, TicketRow>(
  TICKET_FIELDS,
  { es: fieldWordsEs.tickets, en: fieldWordsEn.tickets },
  {
    organization_id: ({ organization_name }) => organization_name,
    priority: ({ priority }, language) => WORDS[language][priority],
    status: ({ status }, language) => WORDS[language][status],
    assigned_to: ({ assigned_to, assigned_name }) => (assigned_to === null ? '' : assigned_name),
    waiting_since: ({ waits_for }, language) => (waits_for === null ? '' : WORDS[language][waits_for]),
    created_by: ({ created_by_name }) => created_by_name,
  },
);

/** Rows read at a time: each page in a transaction of its own, however slowly the file is taken. */
const ROWS = 500;

/**
 * All tickets that match, as CSV, newest first: a page is read when the one before it was taken. The first is read
 * before anything is sent, so that what is wrong with it is still an error of its own.
 */
export async function exportTickets(
  platform: Platform,
  actor: Actor,
  filters: TicketFilters,
): Promise<Readable> {
  const read = (below: number | null) =>
    platform.database.readAs(actor, 'export tickets of every organization', (db) =>
      listTicketsBelow(db, reachOf(actor), filters, below, ROWS),
    );
  return Readable.from(linesOf(await read(null), read, actor.language ?? 'es'));
}

async function* linesOf(
  first: TicketRow[],
  read: (below: number) => Promise<TicketRow[]>,
  language: 'es' | 'en',
) {
  yield file.head(language);
  for (let page = first; ;) {
    yield file.lines(page, language);
    const last = page.at(-1);
    if (!last || page.length < ROWS) return;
    page = await read(last.number);
  }
}

/** The same file for a job: page by page, each after the number that ended the one before. */
export const ticketsExport = {
  head: file.head,
  count: (db: Db, actor: Actor, filters: TicketFilters) => countTickets(db, reachOf(actor), filters),
  async read(db: Db, actor: Actor, filters: TicketFilters, below: number | null, limit: number) {
    const rows = await listTicketsBelow(db, reachOf(actor), filters, below, limit);
    return file.page(rows, actor.language ?? 'es', ({ number }) => number);
  },
};
