import { TICKET_PRIORITIES, TICKET_SORTS } from './choices.ts';
import { z } from 'zod';
import {
  BULK_LIMIT,
  TICKET_DESCRIPTION_MAX,
  TICKET_HISTORY_SHOWN,
  TICKET_MESSAGES_SHOWN,
  TICKET_OLDER_MAX,
  TICKET_TITLE_MAX,
} from './limits.ts';
import { defineRoutes } from './route.ts';
import {
  day,
  digits,
  id,
  instant,
  name,
  pageOf,
  pageQuery,
  searchQuery,
  version,
  whichOrganization,
} from './shapes.ts';
import {
  lines,
  messageText,
  sentWith,
  ticketAttachmentSchema,
  ticketMessageSchema,
} from './ticket-messages.ts';
import { TICKET_SIDES, TICKET_STATUSES, TICKET_STATUS_FILTERS } from './ticket-states.ts';

const priority = z.enum(TICKET_PRIORITIES);
const status = z.enum(TICKET_STATUSES);
/** Seconds by the database's clock. */
const seconds = z.int();

/** A row of the list. */
export const ticketSchema = z.object({
  id,
  number: z.int(),
  title: z.string(),
  priority,
  status,
  organization: z.object({ id, name: z.string() }),
  assigned_to: z.object({ id, name: z.string() }).nullable(),
  /** The id is null once the person is gone for good; the name stays. */
  created_by: z.object({ id: id.nullable(), name: z.string() }),
  created_at: instant,
  updated_at: instant,
  first_response_at: instant.nullable(),
  resolved_at: instant.nullable(),
  closed_at: instant.nullable(),
  /** From creation to the first public answer of the staff. */
  first_response_seconds: seconds.nullable(),
  /** From creation to resolution, the time spent waiting for the customer left out. */
  resolution_seconds: seconds.nullable(),
  /** Whose word it waits for; null: it is resolved or closed. */
  waits_for: z.enum(TICKET_SIDES).nullable(),
  /** Since when it waits for the customer: the clock of the resolution is stopped. */
  waiting_since: instant.nullable(),
  /** How long it has waited for the customer before that. */
  waited_seconds: seconds,
  /** Since when it is in the bin; null: it is not. */
  deleted_at: instant.nullable(),
  version,
});
export type Ticket = z.infer<typeof ticketSchema>;

export const TICKET_CHANGES = [
  'created',
  'updated',
  'assigned',
  'replied',
  'noted',
  'started',
  'resolved',
  'closed',
  'reopened',
  'deleted',
  'restored',
  'undone',
] as const;

const historyValues = z
  .object({
    title: z.string(),
    priority,
    status,
    /** The name of the person, or null for none. */
    assigned_to: z.string().nullable(),
  })
  .partial();

/** One line of the audit log. `before` and `after` hold what differs; `actor` is null where it may not be known. */
export const ticketHistorySchema = z.object({
  id,
  change: z.enum(TICKET_CHANGES),
  actor: z.string().nullable(),
  created_at: instant,
  before: historyValues,
  after: historyValues,
  /** Whether the description was written anew: too long to be told. */
  is_described_anew: z.boolean(),
});
export type TicketHistory = z.infer<typeof ticketHistorySchema>;

/** A ticket with the newest of its conversation and of its history, both oldest first. */
export const ticketDetailSchema = ticketSchema.extend({
  description: z.string(),
  /** Files of the description. */
  attachments: z.array(ticketAttachmentSchema),
  messages: z.array(ticketMessageSchema),
  messages_total: z.int(),
  history: z.array(ticketHistorySchema),
  history_total: z.int(),
});
export type TicketDetail = z.infer<typeof ticketDetailSchema>;

const filters = {
  ...searchQuery,
  status: z.enum(TICKET_STATUS_FILTERS).optional(),
  priority: priority.optional(),
  waits_for: z.enum(TICKET_SIDES).optional(),
  /** A person's id, or 'none' for tickets without one. */
  assigned_to: z.union([z.literal('none'), id]).optional(),
  /** super_admin only: another's matches nothing. */
  organization_id: id.optional(),
  /** Days of the asker's organization (else of the system), the first and the last included. */
  created_from: day.optional(),
  created_to: day.optional(),
  resolved_from: day.optional(),
  resolved_to: day.optional(),
};
export const ticketFilters = z.strictObject(filters);
export type TicketFilters = z.infer<typeof ticketFilters>;

export const ticketListQuery = z.strictObject({
  ...filters,
  ...pageQuery,
  /** What is in the bin instead of what is not: super_admin only. */
  bin: z.literal('true').optional(),
  sort: z.enum(TICKET_SORTS).default('created_at'),
  order: z.enum(['asc', 'desc']).default('desc'),
});
export type TicketListQuery = z.infer<typeof ticketListQuery>;

/** Counted over all that match the filters, not over the page. */
export const ticketCountersSchema = z.object({
  open: z.int(),
  in_progress: z.int(),
  resolved: z.int(),
  /** Of those that are open or in progress. */
  urgent: z.int(),
});

export const ticketCreateBody = z.strictObject({
  title: name(TICKET_TITLE_MAX),
  description: lines(TICKET_DESCRIPTION_MAX),
  priority: priority.default('medium'),
  /** super_admin only, and required there. Others write for their own. */
  organization_id: id.optional(),
  /** For who may assign; the others leave it to them. */
  assigned_to: id.nullable().optional(),
  ...sentWith,
});

/** What is not sent stays. `version` is the one that was read. */
export const ticketUpdateBody = z.strictObject({
  version,
  title: name(TICKET_TITLE_MAX).optional(),
  description: lines(TICKET_DESCRIPTION_MAX).optional(),
  priority: priority.optional(),
});

const chosen = z.union([
  z.strictObject({ ids: z.array(id).min(1).max(BULK_LIMIT) }),
  /** "All N that match": `total` is the number that the person was shown and confirmed. */
  z.strictObject({ filters: ticketFilters, total: z.int().min(1) }),
]);

/**
 * A bulk action is all or nothing, unless told to leave out what is refused; `id`s chosen by hand are deduplicated.
 */
export const ticketBulkBody = z.strictObject({
  action: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('assign'), assigned_to: id.nullable() }),
    z.strictObject({ type: z.literal('priority'), priority }),
    z.strictObject({ type: z.literal('start') }),
    /** Its message goes into every conversation. */
    z.strictObject({ type: z.literal('resolve'), message: messageText }),
    z.strictObject({ type: z.literal('close') }),
    z.strictObject({ type: z.literal('reopen') }),
  ]),
  chosen,
  skip_refused: z.literal(true).optional(),
});
export type TicketBulkBody = z.infer<typeof ticketBulkBody>;

export const ticketAssigneeSchema = z.object({
  id,
  name: z.string(),
  role: z.enum(['admin', 'super_admin']),
  /** Their tickets that are open or in progress, among those that the asker may see. */
  load: z.int(),
});
export type TicketAssignee = z.infer<typeof ticketAssigneeSchema>;

const one = z.strictObject({ id });
const empty = z.strictObject({});

/** `before`: the oldest that one knows. */
const olderThan = z.strictObject({ before: id, limit: digits(TICKET_OLDER_MAX).default(TICKET_OLDER_MAX) });

export const ticketRoutes = defineRoutes({
  listTickets: {
    method: 'GET',
    path: '/api/tickets',
    summary: 'Tickets, newest first unless sorted, with counters; search on title, company and description',
    access: 'tickets.list',
    query: ticketListQuery,
    response: pageOf(ticketSchema).extend({ counters: ticketCountersSchema }),
  },
  exportTickets: {
    method: 'GET',
    path: '/api/tickets/export',
    summary:
      'For the API alone: the tickets that match, as CSV (UTF-8 with BOM, semicolons), newest first; the screen has them written by a job',
    access: 'tickets.export',
    costly: true,
    query: ticketFilters,
    response: z.unknown().meta({ description: 'written page by page' }),
    produces: 'text/csv',
  },
  listTicketAssignees: {
    method: 'GET',
    path: '/api/tickets/assignees',
    summary: 'Who can be given the tickets of an organization, with how many they have',
    access: 'tickets.assign',
    query: whichOrganization,
    response: z.object({ items: z.array(ticketAssigneeSchema) }),
  },
  readTicket: {
    method: 'GET',
    path: '/api/tickets/{id}',
    summary: 'One ticket with its conversation and history',
    access: 'tickets.read',
    params: one,
    query: z.strictObject({
      messages: digits(TICKET_MESSAGES_SHOWN).default(TICKET_MESSAGES_SHOWN),
      history: digits(TICKET_HISTORY_SHOWN).default(TICKET_HISTORY_SHOWN),
    }),
    response: ticketDetailSchema,
  },
  listTicketMessages: {
    method: 'GET',
    path: '/api/tickets/{id}/messages',
    summary: 'The newest messages of a ticket that are older than one of them, oldest first',
    access: 'tickets.read',
    params: one,
    query: olderThan,
    response: z.object({ items: z.array(ticketMessageSchema), total: z.int() }),
  },
  listTicketHistory: {
    method: 'GET',
    path: '/api/tickets/{id}/history',
    summary: 'The newest lines of the history of a ticket that are older than one of them, oldest first',
    access: 'tickets.read',
    params: one,
    query: olderThan,
    response: z.object({ items: z.array(ticketHistorySchema), total: z.int() }),
  },
  createTicket: {
    method: 'POST',
    path: '/api/tickets',
    summary: 'Ask for help; the person it is assigned to gets a mail',
    access: 'tickets.create',
    body: ticketCreateBody,
    response: ticketDetailSchema,
    status: 201,
    errors: ['ticket.not_assignable', 'attachment.gone'],
  },
  updateTicket: {
    method: 'PATCH',
    path: '/api/tickets/{id}',
    summary: 'Change title, description or priority; a stale version answers 409 with the current values',
    access: 'tickets.update',
    params: one,
    body: ticketUpdateBody,
    response: ticketDetailSchema,
    errors: ['object.stale'],
  },
  assignTicket: {
    method: 'PUT',
    path: '/api/tickets/{id}/assignee',
    summary: 'Give a ticket to a person, or take it from the one who has it',
    access: 'tickets.assign',
    params: one,
    body: z.strictObject({ version, assigned_to: id.nullable() }),
    response: ticketDetailSchema,
    errors: ['object.stale', 'ticket.not_assignable'],
  },
  changeTickets: {
    method: 'POST',
    path: '/api/tickets/bulk',
    summary: 'Assign, re-prioritise or move many on: all or nothing',
    access: 'tickets.bulk',
    body: ticketBulkBody,
    /** Of more than 300 only `transfer_id` is told: nothing was changed yet. `ids`: what was changed. */
    response: z.object({
      changed: z.int(),
      unchanged: z.int(),
      /** Left out, since `skip_refused` said so. */
      refused: z.int(),
      ids: z.array(id),
      /** What takes it back; null where nothing was changed. */
      undo_id: id.nullable(),
      /** The job that carries it out. */
      transfer_id: id.nullable(),
    }),
    errors: ['object.stale', 'ticket.not_assignable', 'ticket.wrong_status'],
  },
  deleteTicket: {
    method: 'DELETE',
    path: '/api/tickets/{id}',
    summary: 'Move a ticket to the bin for 30 days',
    access: 'tickets.delete',
    params: one,
    response: z.object({ undo_id: id }),
  },
  restoreTicket: {
    method: 'POST',
    path: '/api/tickets/{id}/restore',
    summary: 'Take a ticket back out of the bin, exactly as it was',
    access: 'tickets.delete',
    params: one,
    body: empty,
    response: ticketDetailSchema,
  },
});
