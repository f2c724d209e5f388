/** The states of a ticket and what leads from one to another. Without zod, for the screens too. */
export const TICKET_STATUSES = ['open', 'in_progress', 'resolved', 'closed'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

/** With these there is still something to do. */
export const UNRESOLVED_STATUSES = ['open', 'in_progress'] as const satisfies TicketStatus[];
/** What the list can be narrowed to: one status, or all of those. */
export const TICKET_STATUS_FILTERS = [...TICKET_STATUSES, 'unresolved'] as const;
export type TicketStatusFilter = (typeof TICKET_STATUS_FILTERS)[number];

/** Who has the word while there is still something to do: after the support's last answer the customer, else the support. */
export const TICKET_SIDES = ['customer', 'staff'] as const;
export type TicketSide = (typeof TICKET_SIDES)[number];

/** What can happen to a ticket. A reply is the customer's or the staff's by who writes it; notes change nothing. */
export const TICKET_EVENTS = [
  'start',
  'staff_reply',
  'customer_reply',
  'note',
  'resolve',
  'close',
  'reopen',
] as const;
export type TicketEvent = (typeof TICKET_EVENTS)[number];

/** An event that is absent is refused in that state ('ticket.wrong_status'). */
const TRANSITIONS: Record<TicketStatus, Partial<Record<TicketEvent, TicketStatus>>> = {
  open: {
    start: 'in_progress',
    staff_reply: 'in_progress',
    customer_reply: 'open',
    note: 'open',
    resolve: 'resolved',
    close: 'closed',
  },
  in_progress: {
    staff_reply: 'in_progress',
    customer_reply: 'in_progress',
    note: 'in_progress',
    resolve: 'resolved',
    close: 'closed',
  },
  resolved: {
    staff_reply: 'resolved',
    customer_reply: 'open',
    note: 'resolved',
    close: 'closed',
    reopen: 'open',
  },
  closed: { note: 'closed', reopen: 'open' },
};

/** The state after an event, or null where it cannot happen. */
export function ticketStatusAfter(status: TicketStatus, event: TicketEvent): TicketStatus | null {
  return TRANSITIONS[status][event] ?? null;
}
