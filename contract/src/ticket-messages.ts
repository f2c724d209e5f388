import { z } from 'zod';
import { TICKET_MESSAGE_MAX } from './limits.ts';
import { id, instant, text } from './shapes.ts';

/** Text of several lines: trimmed, 1 to `max` characters. */
export const lines = (max: number) =>
  text(max)
    .transform((value) => value.replaceAll('\r\n', '\n').trim())
    .pipe(z.string().min(1));
/** What is said in a conversation. */
export const messageText = lines(TICKET_MESSAGE_MAX);

export const ticketMessageSchema = z.object({
  id,
  /** Plain text; the screens render a small, safe part of Markdown. */
  body: z.string(),
  /** Internal notes reach super_admins alone. */
  visibility: z.enum(['public', 'internal']),
  /** Which side spoke: who asked, or who helps. */
  side: z.enum(['customer', 'staff']),
  author: z.object({ id: id.nullable(), name: z.string() }),
  created_at: instant,
});
export type TicketMessage = z.infer<typeof ticketMessageSchema>;

export const ticketReplyBody = z.strictObject({
  body: messageText,
  /** 'internal' is a note among super_admins. */
  visibility: z.enum(['public', 'internal']).default('public'),
  /** The newest message that the writer has seen, or null where there was none. */
  seen_message_id: id.nullable(),
  /** Said after the warning that somebody has answered meanwhile. */
  confirm_answered: z.literal(true).optional(),
});
