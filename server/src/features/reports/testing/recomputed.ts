import type { Report, ReportKey } from '@atalaya/contract/reports';

/** The reports once more, in plain code over all the rows: what the tests hold the queries against. */

type Row = Record<string, unknown>;
export type RawRows = Record<'people' | 'invitations' | 'tickets' | 'organizations', Row[]>;
type Span = { from: string; to: string };
type Scope = { period: Span; before: Span; zone: string; whose: string | null };
type Figures = {
  rows: { key: string; values: (number | null)[]; before: (number | null)[] | null }[];
  totals: { key: string; values: (number | null)[]; before: (number | null)[] | null }[];
};

/** The day that an instant is on in a zone, by the runtime's own calendar. */
export function localDay(instant: unknown, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(instant as Date);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year')}-${of('month')}-${of('day')}`;
}
export const isOn = (instant: unknown, { from, to }: Span, zone: string) => {
  if (!instant) return false;
  const day = localDay(instant, zone);
  return day >= from && day <= to;
};

export function recomputed(report: ReportKey, rows: RawRows, scope: Scope, shown: Report): Figures {
  const own = (row: Row) => scope.whose === null || row.organization_id === scope.whose;
  const there = new Set(rows.organizations.map(({ id }) => id));
  const people = rows.people.filter(own);
  const tickets = rows.tickets.filter((row) => own(row) && there.has(row.organization_id));
  const invitations = rows.invitations.filter(own);
  switch (report) {
    case 'users':
      return users(people, scope);
    case 'invitations':
      return funnel(invitations, scope);
    case 'tickets':
      return volume(tickets, scope, shown);
    case 'times':
      return times(tickets, scope);
    case 'seats':
      return seats(rows, scope, shown);
  }
}

function users(people: Row[], { period, before, zone, whose }: Scope): Figures {
  const roles = whose === null ? ['super_admin', 'admin', 'user'] : ['admin', 'user'];
  const lineOf = (key: string, those: Row[]) => ({
    key,
    values: [
      those.filter((row) => row.is_active).length,
      those.filter((row) => !row.is_active).length,
      those.length,
      those.filter((row) => isOn(row.created_at, period, zone)).length,
    ],
    before: [null, null, null, those.filter((row) => isOn(row.created_at, before, zone)).length],
  });
  return {
    rows: roles.map((role) =>
      lineOf(
        role,
        people.filter((row) => row.role === role),
      ),
    ),
    totals: [lineOf('total', people)],
  };
}

function funnel(invitations: Row[], { period, before, zone }: Scope): Figures {
  const stateOf = (row: Row) => {
    if (row.accepted_at) return 'accepted';
    if (row.declined_at) return 'declined';
    if (row.revoked_at) return 'revoked';
    return (row.expires_at as Date) <= new Date() ? 'expired' : 'pending';
  };
  const valuesOf = (span: Span, key: string): (number | null)[] => {
    const sent = invitations.filter((row) => isOn(row.created_at, span, zone));
    const those = key === 'sent' ? sent : sent.filter((row) => stateOf(row) === key);
    return [those.length, sent.length === 0 ? null : those.length / sent.length];
  };
  const keys = ['sent', 'accepted', 'declined', 'expired', 'revoked', 'pending'];
  const rows = keys.map((key) => ({ key, values: valuesOf(period, key), before: valuesOf(before, key) }));
  return { rows, totals: [] };
}

/** The steps are taken as shown: that they cover the span is another test's. */
function volume(tickets: Row[], { period, before, zone }: Scope, shown: Report): Figures {
  const columns = ['created_at', 'resolved_at', 'closed_at'];
  const countIn = (span: Span) =>
    columns.map((column) => tickets.filter((row) => isOn(row[column], span, zone)).length);
  const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
  const rows = shown.rows.map(({ key, before: earlier }, index) => {
    const next = shown.rows[index + 1]?.key;
    return {
      key,
      values: countIn({ from: key, to: next === undefined ? period.to : dayBefore(next) }),
      before: earlier,
    };
  });
  return { rows, totals: [{ key: 'total', values: countIn(period), before: countIn(before) }] };
}

function times(tickets: Row[], { period, before, zone }: Scope): Figures {
  const seconds = (row: Row) =>
    Math.floor(((row.first_response_at as Date).getTime() - (row.created_at as Date).getTime()) / 1000);
  const spread = (all: number[]) => {
    const sorted = all.toSorted((a, b) => a - b);
    const within = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? null;
    return [sorted.length, within(0.5), within(0.9)];
  };
  const valuesOf = (span: Span, priority: string | null) => {
    const those = tickets.filter((row) => priority === null || row.priority === priority);
    const first = those.filter((row) => isOn(row.first_response_at, span, zone)).map(seconds);
    const resolved = those
      .filter((row) => isOn(row.resolved_at, span, zone) && row.resolution_seconds !== null)
      .map((row) => row.resolution_seconds as number);
    return [...spread(first), ...spread(resolved)];
  };
  const lineOf = (priority: string | null) => ({
    key: priority ?? 'total',
    values: valuesOf(period, priority),
    before: valuesOf(before, priority),
  });
  return { rows: ['urgent', 'high', 'medium', 'low'].map(lineOf), totals: [lineOf(null)] };
}

function seats({ people, invitations, organizations }: RawRows, { whose }: Scope, shown: Report): Figures {
  const all = organizations
    .filter(({ id }) => whose === null || id === whose)
    .map(({ id, max_users }) => {
      const active = people.filter((row) => row.organization_id === id && row.is_active).length;
      const pending = invitations.filter(
        (row) =>
          row.organization_id === id &&
          !row.accepted_at &&
          !row.declined_at &&
          !row.revoked_at &&
          (row.expires_at as Date) > new Date(),
      ).length;
      return { id: id as string, active, pending, limit: max_users as number };
    });
  const limited = all.filter(({ limit }) => limit > 0);
  const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
  const taken = (of: typeof all) => sum(of.map(({ active, pending }) => active + pending));
  const places = sum(limited.map(({ limit }) => limit));
  const rows = shown.rows.map(({ key }) => {
    const found = all.find(({ id }) => id === key)!;
    const used = found.active + found.pending;
    const rest = found.limit > 0 ? [found.limit, used / found.limit] : [null, null];
    return { key, values: [found.active, found.pending, used, ...rest], before: null };
  });
  const total = {
    key: 'total',
    values: [
      sum(all.map(({ active }) => active)),
      sum(all.map(({ pending }) => pending)),
      taken(all),
      places,
      places === 0 ? null : taken(limited) / places,
    ],
    before: null,
  };
  return { rows, totals: [total] };
}
