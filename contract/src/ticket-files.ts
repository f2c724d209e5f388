import { z } from 'zod';
import { defineRoutes } from './route.ts';
import { id } from './shapes.ts';
import { ticketAttachmentSchema } from './ticket-messages.ts';

/** Files are uploaded one by one, and go with the message that names them. What is not sent goes after a day. */
export const ticketFileRoutes = defineRoutes({
  uploadTicketFile: {
    method: 'POST',
    path: '/api/ticket-files',
    summary:
      'Upload a file for a message: multipart/form-data with one picture, PDF, CSV, TXT, XLSX or DOCX of at most 10 MiB',
    access: 'messages.create',
    file: 'file',
    response: ticketAttachmentSchema,
    status: 201,
    errors: [
      'attachment.not_accepted',
      'attachment.active_content',
      'attachment.too_large',
      'attachment.too_many_pixels',
      'attachment.quota_full',
      'request.unsupported_media',
      'request.rate_limited',
    ],
  },
  discardTicketFile: {
    method: 'DELETE',
    path: '/api/ticket-files/{id}',
    summary: "Take back one's own file before it is sent",
    access: 'messages.create',
    params: z.strictObject({ id }),
  },
  readTicketFile: {
    method: 'GET',
    path: '/api/tickets/{id}/files/{file_id}',
    summary: 'A file of a message that one may read; `size=small` for a picture of at most 480 pixels',
    access: 'tickets.read',
    params: z.strictObject({ id, file_id: id }),
    query: z.strictObject({ size: z.literal('small').optional() }),
    response: z.unknown().meta({ description: 'image/webp, or a file of another type as a download' }),
  },
});
