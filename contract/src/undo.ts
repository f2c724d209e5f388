import { z } from 'zod';
import { defineRoutes } from './route.ts';
import { id, instant } from './shapes.ts';

/** What takes a change back, as its audit entry shows it. */
export const undoSchema = z.object({
  id,
  /** `done`: was taken back already; `expired`: its 30 days are over. */
  state: z.enum(['available', 'done', 'expired']),
  /** How many objects the change was about. */
  items: z.int(),
  undone_at: instant.nullable(),
  /** The entry of the audit log that took it back. */
  undone_entry_id: id.nullable(),
});
export type Undo = z.infer<typeof undoSchema>;

export const undoRoutes = defineRoutes({
  undoChange: {
    method: 'POST',
    path: '/api/undos/{id}',
    summary: 'Take a change back: exactly as it was, save what changed since or what the rules forbid',
    access: 'changes.undo',
    params: z.strictObject({ id }),
    body: z.strictObject({}),
    /** `refused`: the first 100 that stay as they are, and why; `refused_total`: of all. */
    response: z.object({
      undone: z.int(),
      refused_total: z.int(),
      refused: z.array(z.object({ id, name: z.string(), code: z.string() })),
    }),
    errors: ['undo.done', 'undo.expired', 'transfer.wrong_state'],
  },
});
