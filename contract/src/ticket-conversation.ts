import { z } from 'zod';
import { defineRoutes } from './route.ts';
import { id } from './shapes.ts';
import { messageText, ticketReplyBody } from './ticket-messages.ts';
import { ticketDetailSchema } from './tickets.ts';

const one = z.strictObject({ id });
const optionalMessage = z.strictObject({ message: messageText.optional() });

/** What is said about a ticket, and what moves it from one state to another. */
export const ticketConversationRoutes = defineRoutes({
  replyToTicket: {
    method: 'POST',
    path: '/api/tickets/{id}/messages',
    summary: 'Answer, or leave an internal note; 409 holds the messages that came meanwhile in `current`',
    access: 'messages.create',
    params: one,
    body: ticketReplyBody,
    response: ticketDetailSchema,
    status: 201,
    errors: ['ticket.answered_meanwhile', 'ticket.wrong_status', 'attachment.gone'],
  },
  startTicket: {
    method: 'POST',
    path: '/api/tickets/{id}/start',
    summary: 'Mark an open ticket as in progress',
    access: 'tickets.update',
    params: one,
    body: z.strictObject({}),
    response: ticketDetailSchema,
    errors: ['ticket.wrong_status'],
  },
  resolveTicket: {
    method: 'POST',
    path: '/api/tickets/{id}/resolve',
    summary: 'Mark as resolved, with a closing message to the customer',
    access: 'tickets.resolve',
    params: one,
    body: z.strictObject({ message: messageText }),
    response: ticketDetailSchema,
    errors: ['ticket.wrong_status'],
  },
  closeTicket: {
    method: 'POST',
    path: '/api/tickets/{id}/close',
    summary: 'Close',
    access: 'tickets.close',
    params: one,
    body: optionalMessage,
    response: ticketDetailSchema,
    errors: ['ticket.wrong_status'],
  },
  reopenTicket: {
    method: 'POST',
    path: '/api/tickets/{id}/reopen',
    summary: 'Open a resolved or closed ticket again',
    access: 'tickets.reopen',
    params: one,
    body: optionalMessage,
    response: ticketDetailSchema,
    errors: ['ticket.wrong_status'],
  },
});
