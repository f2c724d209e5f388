import { setTimeout } from 'node:timers/promises';
import { makeCrowd } from '../server/src/platform/testing/crowd.ts';
import { measureTraffic, shareOf } from './traffic.ts';
import type { Traffic } from './traffic.ts';

/** One change of all of the crowd, from the request to its end. */
export type BulkStep = { what: string; seconds: number; p50: number; p95: number };
export type Bulk = { traffic: Traffic; steps: BulkStep[] };

const P95_MAX = 300;
const ASK_AGAIN_MS = 500;
/** Of the others alone, before the first change. */
const ALONE_SECONDS = 10;

type Change = { what: string; path: string; action: object; filters?: object };
const CHANGES: Change[] = [
  { what: 'deactivate', path: '/api/users/bulk', action: { type: 'deactivate' }, filters: { role: 'user' } },
  { what: 'activate', path: '/api/users/bulk', action: { type: 'activate' }, filters: { role: 'user' } },
  {
    what: 'give a role, with a mail to each',
    path: '/api/users/bulk',
    action: { type: 'change_role', role: 'admin' },
    filters: { role: 'user' },
  },
  { what: 'tickets: priority', path: '/api/tickets/bulk', action: { type: 'priority', priority: 'high' } },
  {
    what: 'tickets: resolve, with a mail to each',
    path: '/api/tickets/bulk',
    action: { type: 'resolve', message: 'Ya funciona.' },
  },
];

/** What 200 people see while all people and tickets of another organization are changed, one change after the other. */
export async function measureBulk(asked: {
  folder: string;
  socket: string;
  engine: Traffic['engine'];
  people: number;
}): Promise<Bulk> {
  const steps: { what: string; from: number; to: number }[] = [];
  let cookie = '';
  const work = async (url: string) => {
    const begun = performance.now();
    await setTimeout(ALONE_SECONDS * 1000);
    steps.push({ what: 'nothing', from: begun, to: performance.now() });
    const call = callerOf(url, cookie);
    let last = '';
    for (const change of CHANGES) {
      const from = performance.now();
      last = await carryOut(call, change, asked.people);
      steps.push({ what: change.what, from, to: performance.now() });
    }
    const from = performance.now();
    await call('POST', `/api/undos/${last}`, {});
    while (((await call('GET', `/api/undos/${last}`)) as { left: number }).left > 0)
      await setTimeout(ASK_AGAIN_MS);
    steps.push({ what: 'undo the last', from, to: performance.now() });
  };
  const prepare = async (env: Record<string, string>) => {
    cookie = await makeCrowd(env, asked.people);
  };
  const traffic = await measureTraffic({ ...asked, seconds: 1, beside: { prepare, work } });
  return { traffic, steps: stepsOf(traffic, steps) };
}

/** How long each step took, and what the others waited meantime. */
export const stepsOf = (
  { answers }: Traffic,
  steps: { what: string; from: number; to: number }[],
): BulkStep[] =>
  steps.map(({ what, from, to }) => {
    const during = answers.filter(({ at }) => at >= from && at < to);
    return { what, seconds: (to - from) / 1000, p50: shareOf(during, 0.5), p95: shareOf(during, 0.95) };
  });

export const bulkHolds = ({ traffic, steps }: Bulk) =>
  traffic.faults === 0 && steps.every(({ p95 }) => p95 < P95_MAX);

type Call = (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>;

const callerOf =
  (url: string, cookie: string): Call =>
  async (method, path, body) => {
    const headers = { cookie, origin: url, ...(body ? { 'content-type': 'application/json' } : {}) };
    const reply = await fetch(url + path, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
    return (await reply.json()) as unknown;
  };

/** Until it is done; the id of its transfer. */
async function carryOut(call: Call, { path, action, filters = {} }: Change, total: number): Promise<string> {
  const body = { action, chosen: { filters, total } };
  const { transfer_id } = (await call('POST', path, body)) as { transfer_id: string };
  for (;;) {
    const transfer = (await call('GET', `/api/transfers/${transfer_id}`)) as {
      state: string;
      problem: string;
    };
    if (transfer.state === 'done') return transfer_id;
    if (transfer.state === 'failed') throw new Error(`${path} failed: ${transfer.problem}`);
    await setTimeout(ASK_AGAIN_MS);
  }
}
