import { z } from 'zod';
import { CANNED_REPLY_TITLE_MAX } from './limits.ts';
import { defineRoutes } from './route.ts';
import { id, instant, name, version } from './shapes.ts';
import { messageText } from './ticket-messages.ts';

export const cannedReplySchema = z.object({
  id,
  title: z.string(),
  body: z.string(),
  updated_at: instant,
  version,
});
export type CannedReply = z.infer<typeof cannedReplySchema>;

const one = z.strictObject({ id });

export const cannedReplyRoutes = defineRoutes({
  listCannedReplies: {
    method: 'GET',
    path: '/api/canned-replies',
    summary: 'Replies written in advance, by title',
    access: 'cannedReplies.manage',
    response: z.object({ items: z.array(cannedReplySchema) }),
  },
  createCannedReply: {
    method: 'POST',
    path: '/api/canned-replies',
    summary: 'Write a reply in advance',
    access: 'cannedReplies.manage',
    body: z.strictObject({ title: name(CANNED_REPLY_TITLE_MAX), body: messageText }),
    response: cannedReplySchema,
    status: 201,
  },
  updateCannedReply: {
    method: 'PATCH',
    path: '/api/canned-replies/{id}',
    summary: 'Change a reply written in advance; a stale version answers 409 with the current values',
    access: 'cannedReplies.manage',
    params: one,
    body: z.strictObject({
      version,
      title: name(CANNED_REPLY_TITLE_MAX).optional(),
      body: messageText.optional(),
    }),
    response: cannedReplySchema,
    errors: ['object.stale'],
  },
  deleteCannedReply: {
    method: 'DELETE',
    path: '/api/canned-replies/{id}',
    summary: 'Move a reply written in advance to the bin for 30 days',
    access: 'cannedReplies.manage',
    params: one,
  },
  restoreCannedReply: {
    method: 'POST',
    path: '/api/canned-replies/{id}/restore',
    summary: 'Take a reply written in advance back out of the bin, exactly as it was',
    access: 'cannedReplies.manage',
    params: one,
    body: z.strictObject({}),
    response: cannedReplySchema,
  },
});
