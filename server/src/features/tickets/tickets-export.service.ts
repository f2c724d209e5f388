import { Readable } from 'node:stream';
import type { TicketFilters } from '@atalaya/contract/tickets';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { headOf, rowOf } from './ticket-csv.ts';
import { reachOf } from './ticket-shapes.ts';
import { countTickets, listTicketsBelow } from './tickets.queries.ts';
import type { TicketRow } from './tickets.queries.ts';

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
  yield headOf(language);
  for (let page = first; ;) {
    yield page.map((row) => rowOf(row, language)).join('');
    const last = page.at(-1);
    if (!last || page.length < ROWS) return;
    page = await read(last.number);
  }
}

/** The same file for a job: page by page, each after the number that ended the one before. */
export const ticketsExport = {
  head: headOf,
  count: (db: Db, actor: Actor, filters: TicketFilters) => countTickets(db, reachOf(actor), filters),
  async read(db: Db, actor: Actor, filters: TicketFilters, below: number | null, limit: number) {
    const rows = await listTicketsBelow(db, reachOf(actor), filters, below, limit);
    const lines = rows.map((row) => rowOf(row, actor.language ?? 'es')).join('');
    return { lines, count: rows.length, last: rows.at(-1)?.number ?? null };
  },
};
