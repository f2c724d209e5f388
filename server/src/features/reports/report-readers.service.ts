import type { ReportKey } from '@atalaya/contract/reports';
import { TICKET_PRIORITIES } from '@atalaya/contract/choices';
import { UNLIMITED_SEATS } from '@atalaya/contract/limits';
import type { Db } from '../../platform/database/database.ts';
import type { Days } from '../../platform/database/zoned-days.ts';
import {
  countInvitations,
  countNewPeople,
  countRoles,
  listSeats,
  sumSeats,
} from './people-reports.queries.ts';
import type { SeatSums } from './people-reports.queries.ts';
import type { AskedDays } from './report-answers.service.ts';
import { beside, count, inSteps } from './report-table.rules.ts';
import type { Line, ReportTable } from './report-table.rules.ts';
import { countTicketDays, readClock } from './ticket-reports.queries.ts';

/** What a report is about: whose rows (null: of all organizations), and which days. */
export type Asked = AskedDays & { organization_id: string | null };

const ROLES = ['super_admin', 'admin', 'user'] as const;
/** Organizations that have a row of their own; the totals are over all. */
const SEAT_ROWS = 20;

async function readUsers(db: Db, { organization_id, period, before }: Asked): Promise<ReportTable> {
  const kept = await countRoles(db, organization_id);
  const came = await countNewPeople(db, organization_id, period);
  const cameBefore = before && (await countNewPeople(db, organization_id, before));
  const roles = organization_id === null ? ROLES : ROLES.slice(1);
  const rows = roles.map((key) => {
    const { active = 0, inactive = 0 } = kept.find(({ role }) => role === key) ?? {};
    const newOf = (people: typeof came) => people.find(({ role }) => role === key)?.people ?? 0;
    return {
      key,
      name: null,
      currency: null,
      values: [active, inactive, active + inactive, newOf(came)],
      before: cameBefore && [null, null, null, newOf(cameBefore)],
    };
  });
  const sum = (place: number) => rows.reduce((all, { values }) => all + (values[place] ?? 0), 0);
  const newBefore = cameBefore && rows.reduce((all, row) => all + (row.before?.[3] ?? 0), 0);
  const total = {
    key: 'total',
    name: null,
    currency: null,
    values: [0, 1, 2, 3].map(sum),
    before: cameBefore && [null, null, null, newBefore],
  };
  return { columns: ['active', 'inactive', 'people', 'created'].map(count), rows, totals: [total] };
}

const STATES = ['accepted', 'declined', 'expired', 'revoked', 'pending'] as const;

async function readInvitations(db: Db, { organization_id, period, before }: Asked): Promise<ReportTable> {
  const lines = async (days: Days): Promise<Line[]> => {
    const counted = await countInvitations(db, organization_id, days);
    const sent = counted.reduce((all, { invitations }) => all + invitations, 0);
    const of = (key: string) => counted.find(({ state }) => state === key)?.invitations ?? 0;
    const line = (key: string, value: number): Line => ({
      key,
      currency: null,
      values: [value, sent === 0 ? null : value / sent],
    });
    return [line('sent', sent), ...STATES.map((key) => line(key, of(key)))];
  };
  const rows = beside(await lines(period), before && (await lines(before)), [0, null]);
  return { columns: [count('invitations'), { key: 'share', unit: 'share' }], rows, totals: [] };
}

async function readTickets(db: Db, { organization_id, period, before, step }: Asked): Promise<ReportTable> {
  const counts = await countTicketDays(db, organization_id, period);
  const earlier = before && {
    span: before,
    counts: await countTicketDays(db, organization_id, before),
  };
  return inSteps(['created', 'resolved', 'closed'].map(count), step, { span: period, counts }, earlier);
}

async function readTimes(db: Db, { organization_id, period, before }: Asked): Promise<ReportTable> {
  const lines = async (days: Days): Promise<Line[]> => {
    const first = await readClock(db, organization_id, days, 'first_response');
    const resolution = await readClock(db, organization_id, days, 'resolution');
    return [...TICKET_PRIORITIES, null].map((priority) => {
      const values = [first, resolution].flatMap((clock) => {
        const row = clock.find((each) => each.priority === priority);
        return [row?.tickets ?? 0, row?.median ?? null, row?.p90 ?? null];
      });
      return { key: priority ?? 'total', currency: null, values };
    });
  };
  const rows = beside(await lines(period), before && (await lines(before)), []);
  const columns = (['first_response', 'resolution'] as const).flatMap((clock) => [
    count(clock),
    { key: `${clock}_median`, unit: 'seconds' as const },
    { key: `${clock}_p90`, unit: 'seconds' as const },
  ]);
  return { columns, rows: rows.slice(0, -1), totals: rows.slice(-1) };
}

async function readSeats(db: Db, { organization_id }: Asked): Promise<ReportTable> {
  const listed = await listSeats(db, organization_id, SEAT_ROWS);
  const rows = listed.map(({ id, name, active, pending, max_users }) => {
    const limited = max_users !== UNLIMITED_SEATS;
    const taken = active + pending;
    return {
      key: id,
      name,
      currency: null,
      values: [active, pending, taken, limited ? max_users : null, limited ? taken / max_users : null],
      before: null,
    };
  });
  const columns = [
    ...['active', 'pending', 'taken', 'limit'].map(count),
    { key: 'share', unit: 'share' as const },
  ];
  return { columns, rows, totals: [seatTotal(await sumSeats(db, organization_id))] };
}

const seatTotal = ({ active, pending, taken, seats, of_seats }: SeatSums) => ({
  key: 'total',
  name: null,
  currency: null,
  values: [active, pending, taken, seats, seats === 0 ? null : of_seats / seats],
  before: null,
});

/** How each report is read. */
export const READERS: Record<ReportKey, (db: Db, asked: Asked) => Promise<ReportTable>> = {
  users: readUsers,
  invitations: readInvitations,
  tickets: readTickets,
  times: readTimes,
  seats: readSeats,
};
/** Those whose rows are days. */
export const STEPPED: ReadonlySet<ReportKey> = new Set<ReportKey>(['tickets']);
