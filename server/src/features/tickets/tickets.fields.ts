import type { Undoable } from '../../platform/undo.ts';

/** What changes of many tickets touch, their times included, and undo puts back. */
export const UNDOABLE_TICKETS: Undoable = {
  resource: 'tickets',
  table: 'tickets',
  kept: [
    'status',
    'priority',
    'assigned_to',
    'assigned_name',
    'first_response_at',
    'resolved_at',
    'closed_at',
    'waiting_since',
    'waited_seconds',
    'resolution_seconds',
    'deleted_at',
  ],
  left: {
    number: 'never changed',
    organization_id: 'never changed',
    created_by: 'never changed',
    created_by_name: 'never changed',
    request_id: 'never changed',
    title: 'a form of one ticket alone changes it',
    description: 'a form of one ticket alone changes it',
    reply_generation: 'an address for answers that has ended does not come back',
  },
};
