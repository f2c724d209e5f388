import { SET_BY_FORM, undoableOf } from '../../platform/records/fields.ts';
import type { Fields } from '../../platform/records/fields.ts';

const NEVER = { left: 'never changed' };
const EVERY_CHANGE = { left: 'every change has its own' };
const FORM = { left: 'a form of one ticket alone changes it' };
const COMPUTED = { left: 'follows from the others' };

/** What is done with each column of a ticket. What changes of many touch, undo puts back, their times included. */
export const TICKET_FIELDS = {
  id: { undo: NEVER, listed: true, exported: true },
  number: { undo: NEVER, listed: true, exported: true, in_file: 'number' },
  title: { undo: FORM, ...SET_BY_FORM, searched: true, in_file: 'title', imported: true },
  organization_id: { undo: NEVER, listed: true, added: true, in_file: 'organization', imported: true },
  priority: { undo: 'kept', ...SET_BY_FORM, in_file: 'priority', imported: true },
  status: { undo: 'kept', listed: true, audited: true, exported: true, in_file: 'status' },
  assigned_to: {
    undo: 'kept',
    listed: true,
    added: true,
    audited: true,
    exported: true,
    in_file: 'assigned_to',
  },
  assigned_name: { undo: 'kept', added: true, audited: true, exported: true },
  created_by: { undo: NEVER, listed: true, added: true, exported: true, in_file: 'created_by' },
  created_by_name: { undo: NEVER, added: true, exported: true },
  created_at: { undo: NEVER, listed: true, exported: true, in_file: 'created_at' },
  first_response_at: { undo: 'kept', listed: true, exported: true, in_file: 'first_response_at' },
  resolved_at: { undo: 'kept', listed: true, exported: true, in_file: 'resolved_at' },
  closed_at: { undo: 'kept', listed: true, exported: true, in_file: 'closed_at' },
  first_response_seconds: { undo: COMPUTED, listed: true, in_file: 'first_response_seconds' },
  resolution_seconds: { undo: 'kept', listed: true, in_file: 'resolution_seconds' },
  // As a word: the file says whose word it waits for, not since when.
  waiting_since: { undo: 'kept', listed: true, in_file: 'waits_for' },
  waited_seconds: { undo: 'kept', listed: true },
  updated_at: { undo: EVERY_CHANGE, listed: true, exported: true, in_file: 'updated_at' },
  description: { undo: FORM, ...SET_BY_FORM, searched: true, in_file: 'description', imported: true },
  deleted_at: { undo: 'kept', listed: true, exported: true },
  version: { undo: EVERY_CHANGE, listed: true },
  request_id: { undo: NEVER, added: true },
  reply_generation: { undo: { left: 'an address for answers that has ended does not come back' } },
  search: { undo: COMPUTED },
  title_search: { undo: COMPUTED },
} as const satisfies Fields<'tickets'>;

export const UNDOABLE_TICKETS = undoableOf({ resource: 'tickets', table: 'tickets' }, TICKET_FIELDS);
