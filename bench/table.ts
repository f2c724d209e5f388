import type { Gap } from './event-loop.ts';
import type { Measured, Rates } from './load.ts';
import type { ScimLists } from './measure-provisioning.ts';
import type { Bulk } from './measure-bulk.ts';
import type { Issuing } from './measure-issuing.ts';
import type { Figures } from './measure-size.ts';
import type { SearchFigures, Waits } from './measure-search.ts';
import type { Traffic } from './traffic.ts';

const ROWS: [keyof Rates, string][] = [
  ['list', 'users list, 20 + exact total, 16 at once'],
  ['filter', 'the same, inactive admins alone'],
  ['search', 'search, one last name of 26'],
  ['deep', 'the page in the middle'],
  ['session', 'own session'],
  ['update', 'update one user (audited)'],
];

/** The figures as tables in Markdown: requests per second, and how many times the others ours is. */
export function tableOf(all: Figures[]): string {
  return [...all.map(rateTable), aloneTable(all), processTable(all)].join('\n\n');
}

function rateTable({ people, ours, floor, counting, directus }: Figures): string {
  const lines = ROWS.map(([what, label]) => {
    const peers = directus ? [directus.plain[what], directus.tuned[what]] : [];
    return row([label, ...cells(ours[what], [floor[what], ...peers])]);
  });
  const peers = directus ? ['Directus', 'Directus, good indexes'] : [];
  return [
    row([`${number(people)} people, requests/s`, 'this server', 'the floor', ...peers]),
    row(['---', '---:', '---:', ...peers.map(() => '---:')]),
    ...lines,
    row(['the list, where the floor counts', ...cells(ours.list, [counting])]),
  ].join('\n');
}

function cells(ours: Measured | undefined, others: (Measured | undefined)[]): string[] {
  const rate = ours?.per_second ?? 0;
  return [
    number(rate),
    ...others.map((other) =>
      other ? `${number(other.per_second)} (× ${(rate / other.per_second).toFixed(2)})` : '–',
    ),
  ];
}

function aloneTable(all: Figures[]): string {
  return [
    row(['users list alone, median', 'this server', 'the floor']),
    row(['---', '---:', '---:']),
    ...all.map(({ people, alone }) =>
      row([`${number(people)} people`, `${alone.ours.toFixed(2)} ms`, `${alone.floor.toFixed(2)} ms`]),
    ),
  ].join('\n');
}

function processTable(all: Figures[]): string {
  return [
    row([
      'the process',
      'cold start, data present',
      'memory idle',
      'after the load',
      'export, rows/s',
      'memory grown by it',
      'longest event-loop gap (at work)',
    ]),
    row(['---', '---:', '---:', '---:', '---:', '---:', '---:']),
    ...all.map(({ people, cold_start, memory, exported, event_loop }) =>
      row([
        `${number(people)} people`,
        `${number(cold_start)} ms`,
        `${number(memory.idle)} MiB`,
        `${number(memory.loaded)} MiB`,
        number(exported.per_second),
        `${number(exported.grown)} MiB`,
        gapText(event_loop),
      ]),
    ),
  ].join('\n');
}

/** Median and 95th percentile of each search, as a super_admin and as an admin and a user of the first organization. */
export function embeddedTable({ people, organizations, waits, exported, cold_start }: SearchFigures): string {
  const times = (waits: Waits | undefined) =>
    waits ? `${waits.p50.toFixed(1)} / ${waits.p95.toFixed(1)} ms` : '–';
  return [
    row([
      `embedded, ${number(people)} people in ${number(organizations)}, p50 / p95`,
      'super_admin',
      'admin',
      'user',
    ]),
    row(['---', '---:', '---:', '---:']),
    ...waits.map(({ label, super_admin, admin, user }) =>
      row([label, times(super_admin), times(admin), times(user)]),
    ),
    row(['export, rows/s', number(exported.per_second), '–', '–']),
    row(['memory grown by the export', `${number(exported.grown)} MiB`, '–', '–']),
    row(['cold start, data present', `${number(cold_start)} ms`, '–', '–']),
  ].join('\n');
}

const gapText = ({ gap, work }: Gap) => `${number(gap)} ms (${number(work)})`;
export const row = (columns: string[]) => `| ${columns.join(' | ')} |`;
const number = (value: number) => Math.round(value).toLocaleString('en');

/** What 200 people saw, each engine in a row. */
export function trafficTable(all: Traffic[]): string {
  return [
    row([
      '200 people, 40 requests/s',
      'requests',
      'faults',
      'p50',
      'p95',
      'memory early',
      'late',
      'of the database, early, late',
      'longest event-loop gap (at work)',
    ]),
    row(['---', '---:', '---:', '---:', '---:', '---:', '---:', '---:', '---:']),
    ...all.map(({ engine, requests, faults, p50, p95, memory, database_memory, event_loop }) =>
      row([
        engine,
        number(requests),
        number(faults),
        `${number(p50)} ms`,
        `${number(p95)} ms`,
        `${number(memory.early)} MiB`,
        `${number(memory.late)} MiB`,
        engine === 'embedded' ? `${number(database_memory.early)}, ${number(database_memory.late)} MiB` : '–',
        gapText(event_loop),
      ]),
    ),
  ].join('\n');
}

/** What 200 people saw while one organization changed all its people and tickets. */
export const issuingTable = ({ invoices, per_second, ...run }: Issuing): string =>
  `${bulkTable(invoices, [run], 'are issued')}\n\n${number(invoices)} invoices with their records: ${number(per_second)} a second`;

export function bulkTable(many: number, all: Bulk[], done = 'are changed'): string {
  return all
    .map(({ traffic, steps }) =>
      [
        row([`${traffic.engine}: ${number(many)} ${done}`, 'takes', 'the others: p50', 'p95']),
        row(['---', '---:', '---:', '---:']),
        ...steps.map(({ what, seconds, p50, p95 }) =>
          row([what, `${seconds.toFixed(1)} s`, `${number(p50)} ms`, `${number(p95)} ms`]),
        ),
        row([
          'in all',
          `${number(traffic.requests)} requests, ${number(traffic.faults)} faults`,
          `${number(traffic.p50)} ms`,
          `${number(traffic.p95)} ms`,
        ]),
        row([
          'memory early, late; longest event-loop gap (at work)',
          '',
          `${number(traffic.memory.early)}, ${number(traffic.memory.late)} MiB`,
          gapText(traffic.event_loop),
        ]),
      ].join('\n'),
    )
    .join('\n\n');
}

export const listsTable = (lists: ScimLists): string =>
  [
    row(['lists of people, alone', 'ours', 'by SCIM']),
    row(['---', '---:', '---:']),
    ...lists.map(({ what, ours, scim }) => row([what, `${ours.toFixed(1)} ms`, `${scim.toFixed(1)} ms`])),
  ].join('\n');
