import { z } from 'zod';
import { ATTACHMENT_ENDINGS } from './choices.ts';
import type { AttachmentType } from './choices.ts';
import { ATTACHMENTS_MAX, TICKET_MESSAGE_MAX } from './limits.ts';
import { id, instant, request_id, text } from './shapes.ts';

/** Text of several lines: trimmed, 1 to `max` characters. */
export const lines = (max: number) =>
  text(max)
    .transform((value) => value.replaceAll('\r\n', '\n').trim())
    .pipe(z.string().min(1));
/** What is said in a conversation. */
export const messageText = lines(TICKET_MESSAGE_MAX);

/** A file of a message, or of a ticket's description. Pictures are drawn anew as WebP. */
export const ticketAttachmentSchema = z.object({
  id,
  name: z.string(),
  type: z.enum(Object.keys(ATTACHMENT_ENDINGS) as AttachmentType[]),
  bytes: z.int(),
  /** In pixels; null for what is no picture. */
  width: z.int().nullable(),
  height: z.int().nullable(),
});
export type TicketAttachment = z.infer<typeof ticketAttachmentSchema>;

/** What goes with a message besides its text. */
export const sentWith = {
  /** Files that the writer has uploaded and not sent yet. */
  attachments: z.array(id).max(ATTACHMENTS_MAX).optional(),
  request_id,
};

export const ticketMessageSchema = z.object({
  id,
  /** Plain text; the screens render a small, safe part of Markdown. */
  body: z.string(),
  /** Internal notes reach super_admins alone. */
  visibility: z.enum(['public', 'internal']),
  /** Which side spoke: who asked, or who helps. */
  side: z.enum(['customer', 'staff']),
  author: z.object({ id: id.nullable(), name: z.string() }),
  attachments: z.array(ticketAttachmentSchema),
  created_at: instant,
});
export type TicketMessage = z.infer<typeof ticketMessageSchema>;

export const ticketReplyBody = z.strictObject({
  body: messageText,
  /** 'internal' is a note among super_admins. */
  visibility: z.enum(['public', 'internal']).default('public'),
  /** The newest message that the writer has seen, or null where there was none. */
  seen_message_id: id.nullable(),
  /** Sent after the warning that another person has answered since. */
  confirm_answered: z.literal(true).optional(),
  ...sentWith,
});
