import { z } from 'zod';
import { defineRoutes } from './route.ts';
import { id, instant } from './shapes.ts';

/** What takes a change back, as its audit entry shows it. */
export const undoSchema = z.object({
  id,
  /** `running`: is being taken back; `done`: was taken back already; `expired`: its 30 days are over. */
  state: z.enum(['available', 'running', 'done', 'expired']),
  /** How many objects the change was about. */
  items: z.int(),
  undone_at: instant.nullable(),
  /** The entry of the audit log that took it back. */
  undone_entry_id: id.nullable(),
});
export type Undo = z.infer<typeof undoSchema>;

/** What came of taking a change back, so far. */
const undoProgressSchema = z.object({
  /** Whose turn is still to come: a job goes on with them. 0: it is over. */
  left: z.int(),
  undone: z.int(),
  refused_total: z.int(),
  /** The first 100 that stay as they are, and why. */
  refused: z.array(z.object({ id, name: z.string(), code: z.string() })),
});
export type UndoProgress = z.infer<typeof undoProgressSchema>;

export const undoRoutes = defineRoutes({
  undoChange: {
    method: 'POST',
    path: '/api/undos/{id}',
    summary: 'Take a change back: exactly as it was, save what changed since or what the rules forbid',
    access: 'changes.undo',
    params: z.strictObject({ id }),
    body: z.strictObject({}),
    response: undoProgressSchema,
    errors: ['undo.done', 'undo.expired', 'transfer.wrong_state'],
  },
  readUndo: {
    method: 'GET',
    path: '/api/undos/{id}',
    summary: 'How far taking a change back is',
    access: 'changes.undo',
    params: z.strictObject({ id }),
    response: undoProgressSchema,
  },
});
