import { createHash } from 'node:crypto';
import { ticketCreateBody } from '@atalaya/contract/tickets';
import type { TicketPriority } from '@atalaya/contract/choices';
import type { z } from 'zod';
import { AppError } from '../../platform/core/errors.ts';
import { importWordsOf } from '../../platform/records/fields.ts';
import { isProblem, parsedBy, problem, problemOf, wordIn } from '../../platform/records/import.ts';
import type { ImportSource } from '../../platform/records/import.ts';
import { organizationsNamed } from '../../platform/records/import.queries.ts';
import { organizationOfNew, openTickets } from './tickets-create.service.ts';
import { TICKET_FIELDS } from './tickets.fields.ts';
import { tellLive } from './tickets-live.ts';

type Body = z.output<typeof ticketCreateBody>;

const PRIORITIES: Record<string, TicketPriority> = {
  low: 'low',
  baja: 'low',
  medium: 'medium',
  media: 'medium',
  high: 'high',
  alta: 'high',
  urgent: 'urgent',
  urgente: 'urgent',
};
const WORDS = importWordsOf(TICKET_FIELDS);

/** Tickets of a file, each opened by the person who imports it. */
export const ticketsImport: ImportSource<Body> = {
  permission: 'tickets.create',
  action: 'ticket.created',
  batch: 60,
  async prepare(db, actor, rows) {
    const organizationOf = await organizationsNamed(db, rows);
    return rows.map((cells) => {
      const priority = wordIn(
        PRIORITIES,
        cells.priority,
        'priority',
        'baja (low), media (medium), alta (high), urgente (urgent)',
      );
      if (isProblem(priority)) return priority;
      const name = cells.organization?.trim();
      const organization_id = name ? organizationOf(name) : undefined;
      if (typeof organization_id === 'object') return organization_id;
      const { title, description } = cells;
      const sent = { title, description, priority: priority.value, organization_id };
      const body = parsedBy(ticketCreateBody, sent, WORDS);
      if (isProblem(body)) return body;
      try {
        const whose = organizationOfNew(actor, body.organization_id);
        return { body: { ...body, organization_id: whose }, key: keyOf(whose, body), seat: null };
      } catch (error) {
        return problemOf(error, WORDS, 'organization');
      }
    });
  },
  // The same may be reported twice: only within one file is it taken for a slip.
  taken: async () => ({ keys: new Set(), problem: problem('import.row_repeated') }),
  async create(_platform, db, by, rows) {
    const opened = await openTickets(
      db,
      by,
      rows.map(({ body }) => body),
    );
    await tellLive(
      db,
      opened.flatMap((each) => (each instanceof AppError ? [] : (each.ticket ?? []))),
    );
    return opened.map((each) => (each instanceof AppError ? problemOf(each, WORDS) : { id: each.id }));
  },
};

const keyOf = (organization_id: string, { title, description }: Body) =>
  createHash('sha256')
    .update(JSON.stringify([organization_id, title, description]))
    .digest('base64url');
