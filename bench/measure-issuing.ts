import { setTimeout } from 'node:timers/promises';
import { connect } from './data.queries.ts';
import { stepsOf } from './measure-bulk.ts';
import type { BulkStep } from './measure-bulk.ts';
import { measureTraffic } from './traffic.ts';
import type { Traffic } from './traffic.ts';
import { askToBill, buildRenewals, countRecords } from './verifactu.queries.ts';

/** Invoices that are issued with their records while 200 people work. */
export type Issuing = { traffic: Traffic; steps: BulkStep[]; invoices: number; per_second: number };

const PER_SECOND_MIN = 300;
const P95_MAX = 300;
const ASK_AGAIN_MS = 500;
/** Of the others alone, before the first invoice. */
const ALONE_SECONDS = 10;

/** A run of renewals, each of which is an invoice with its record in one chain, on PostgreSQL. */
export async function measureIssuing(asked: {
  folder: string;
  socket: string;
  invoices: number;
}): Promise<Issuing> {
  const steps: { what: string; from: number; to: number }[] = [];
  let url = '';
  let issued = { records: 0, per_second: 0 };
  const prepare = async (env: Record<string, string>) => {
    url = env['DATABASE_URL'] ?? '';
    await withClient(url, (client) => buildRenewals(client, asked.invoices));
  };
  const work = () =>
    withClient(url, async (client) => {
      const begun = performance.now();
      await setTimeout(ALONE_SECONDS * 1000);
      steps.push({ what: 'nothing', from: begun, to: performance.now() });
      await askToBill(client);
      const from = performance.now();
      do {
        await setTimeout(ASK_AGAIN_MS);
        issued = await countRecords(client);
      } while (issued.records < asked.invoices);
      steps.push({ what: 'issue', from, to: performance.now() });
    });
  const { folder, socket } = asked;
  const traffic = await measureTraffic({
    folder,
    socket,
    engine: 'postgres',
    seconds: 1,
    beside: { prepare, work },
  });
  return {
    traffic,
    steps: stepsOf(traffic, steps),
    invoices: issued.records,
    per_second: issued.per_second,
  };
}

async function withClient<T>(
  url: string,
  work: (client: Awaited<ReturnType<typeof connect>>) => Promise<T>,
): Promise<T> {
  const client = await connect(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export const issuingHolds = ({ traffic, steps, per_second }: Issuing) =>
  traffic.faults === 0 && per_second >= PER_SECOND_MIN && steps.every(({ p95 }) => p95 < P95_MAX);
