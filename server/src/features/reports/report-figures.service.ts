import type { ReportKey, ReportUnit } from '@atalaya/contract/reports';
import { TICKET_PRIORITIES } from '@atalaya/contract/choices';
import type { RawBuilder } from 'kysely';
import { z } from 'zod';
import {
  clockEntries,
  invitationEntries,
  reservingInvitationEntries,
  peopleEntries,
  seatEntries,
  ticketEntries,
} from './report-entries.queries.ts';
import { stepsOf } from './report-days.rules.ts';
import type { Span } from './report-days.rules.ts';
import type { Asked } from './report-readers.service.ts';
import type { TicketClock } from './ticket-reports.queries.ts';

type Figure = { row: string; column: string };
export type Behind = { source: RawBuilder<unknown>; unit: ReportUnit };
type Find = (asked: Asked, figure: Figure) => RawBuilder<unknown> | Behind | null;

const oneOf = <const T extends string>(words: readonly T[], word: string) =>
  words.find((each) => each === word) ?? null;

/** The days of a row of steps, or of all of them. */
export function daysOfRow<T extends Span>(period: T, step: Asked['step'], row: string): T | null {
  if (row === 'total') return period;
  const found = stepsOf(period, step).find(({ from }) => from === row);
  return found ? { ...period, ...found } : null;
}

const findUsers: Find = (asked, { row, column }) => {
  const role = row === 'total' ? null : oneOf(['user', 'admin', 'super_admin'], row);
  if (role === null && row !== 'total') return null;
  switch (column) {
    case 'active':
    case 'inactive':
      return peopleEntries(asked, role, { is_active: column === 'active', created: null });
    case 'people':
      return peopleEntries(asked, role, { is_active: null, created: null });
    case 'created':
      return peopleEntries(asked, role, { is_active: null, created: asked.period });
    default:
      return null;
  }
};

const findInvitations: Find = (asked, { row, column }) => {
  const state = oneOf(['accepted', 'declined', 'expired', 'revoked', 'pending'], row);
  if (!oneOf(['invitations', 'share'], column) || (state === null && row !== 'sent')) return null;
  return invitationEntries(asked, state, asked.period);
};

const findTickets: Find = (asked, { row, column }) => {
  const time = oneOf(['created', 'resolved', 'closed'], column);
  const days = daysOfRow(asked.period, asked.step, row);
  return time && days && ticketEntries(asked, time, days);
};

const findTimes: Find = (asked, { row, column }) => {
  const [, clock, figure] = /^(first_response|resolution)(?:_(median|p90))?$/.exec(column) ?? [];
  const priority = oneOf(TICKET_PRIORITIES, row);
  if (clock === undefined || (priority === null && row !== 'total')) return null;
  const unit = figure === undefined ? 'count' : 'seconds';
  const source = clockEntries(asked, clock as TicketClock, priority, asked.period, unit);
  return { source, unit };
};

const findSeats: Find = (asked, { row, column }) => {
  const id = row === 'total' ? null : row;
  if (id !== null && !z.uuid().safeParse(id).success) return null;
  // A row of an organization outside the reader's own reach has no entries.
  const whose = { organization_id: asked.organization_id ?? id };
  if (id !== null && whose.organization_id !== id) return null;
  switch (column) {
    case 'active':
      return peopleEntries(whose, null, { is_active: true, created: null, seated: true });
    case 'pending':
      return reservingInvitationEntries(whose);
    case 'taken':
    case 'share':
      return seatEntries(whose, 'taken');
    case 'limit':
      return seatEntries(whose, 'limit');
    default:
      return null;
  }
};

const FINDERS: Record<ReportKey, Find> = {
  users: findUsers,
  invitations: findInvitations,
  tickets: findTickets,
  times: findTimes,
  seats: findSeats,
};

/** The rows behind a figure; null: there is no such figure. */
export function behind(report: ReportKey, asked: Asked, figure: Figure): Behind | null {
  const found = FINDERS[report](asked, figure);
  if (found === null) return null;
  return 'source' in found ? found : { source: found, unit: 'count' };
}
