import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startDatabaseServer } from './database-server.ts';
import { measureAssistants } from './measure-assistants.ts';
import { measureBrowser } from './measure-browser.ts';
import { bulkHolds, measureBulk } from './measure-bulk.ts';
import type { Bulk } from './measure-bulk.ts';
import { measureCompanySignIn } from './measure-company-sign-in.ts';
import { measureHostile } from './measure-hostile.ts';
import { issuingHolds, measureIssuing } from './measure-issuing.ts';
import { measureWebhooks } from './measure-webhooks.ts';
import { measureProvisioning, measureScimLists, provisioningHolds } from './measure-provisioning.ts';
import { measureSearch } from './measure-search.ts';
import { measureSize } from './measure-size.ts';
import type { Figures } from './measure-size.ts';
import { measureSignIn } from './measure-sign-in.ts';
import { measureStreams } from './measure-streams.ts';
import { measurePooler } from './measure-pooler.ts';
import { bulkTable, embeddedTable, issuingTable, listsTable, tableOf, trafficTable } from './table.ts';
import { holds, measureTraffic } from './traffic.ts';
import type { Traffic } from './traffic.ts';

/**
 * Measures this server against a bare one on the same database ("the floor"), and with --peers against Directus:
 * `npm run bench -- [--sizes=1000,100000,1000000] [--peers]`. What it measures instead with --embedded
 * ([--organizations=1,5000]), --load, --bulk, --verifactu, --scim, --hostile, --pooler, --streams, --timing, --company, --webhooks, --assistants or --browser, and what each
 * takes, is in docs/speed.md. Every figure is of one run on one machine.
 */
const option = (name: string) =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
const isEmbedded = process.argv.includes('--embedded');
const sizes = (option('sizes') ?? (isEmbedded ? '100000' : '1000,100000,1000000')).split(',').map(Number);
const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-bench-'));

try {
  process.stdout.write(`${await measure()}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function measure(): Promise<string> {
  if (isEmbedded) return embedded();
  if (process.argv.includes('--load')) return withPostgres(traffic);
  if (process.argv.includes('--hostile')) return hostile();
  if (process.argv.includes('--browser')) return withPostgres(browser);
  if (process.argv.includes('--pooler'))
    return withPostgres((socket) => measurePooler({ folder, socket, people: 100_000 }));
  if (process.argv.includes('--bulk')) return withPostgres(bulk);
  if (process.argv.includes('--verifactu')) return withPostgres(issuing);
  if (process.argv.includes('--scim')) return withPostgres(provisioning);
  if (process.argv.includes('--streams')) return withPostgres((socket) => measureStreams({ folder, socket }));
  if (process.argv.includes('--timing')) return withPostgres(timing);
  if (process.argv.includes('--webhooks')) return withPostgres(webhooks);
  if (process.argv.includes('--assistants')) return withPostgres(assistants);
  if (process.argv.includes('--company')) return withPostgres(company);
  return withPostgres(besideOthers);
}

async function withPostgres(work: (socket: string) => Promise<string>): Promise<string> {
  const postgres = await startDatabaseServer(folder);
  try {
    return await work(postgres.socket);
  } finally {
    await postgres.stop();
  }
}

async function besideOthers(socket: string): Promise<string> {
  const measured: Figures[] = [];
  for (const people of sizes) {
    process.stderr.write(`${people} people…\n`);
    measured.push(await measureSize({ folder, socket, people, peers: process.argv.includes('--peers') }));
  }
  return tableOf(measured);
}

/** Both, or the one that is asked for by --engine. */
function engines() {
  const asked = option('engine');
  return (['postgres', 'embedded'] as const).filter((engine) => asked === undefined || asked === engine);
}

async function traffic(socket: string): Promise<string> {
  const seconds = Number(option('seconds') ?? 300);
  const measured: Traffic[] = [];
  for (const engine of engines()) {
    process.stderr.write(`${engine}, ${seconds} seconds…\n`);
    measured.push(await measureTraffic({ folder, socket, engine, seconds }));
  }
  if (!measured.every(holds)) process.exitCode = 1;
  return trafficTable(measured);
}

async function browser(socket: string): Promise<string> {
  const { table, holds: isWithinBars } = await measureBrowser({ folder, socket });
  if (!isWithinBars) process.exitCode = 1;
  return table;
}

async function hostile(): Promise<string> {
  const { table, holds: isWithinBounds } = await measureHostile(folder, Number(option('minutes') ?? 60));
  if (!isWithinBounds) process.exitCode = 1;
  return table;
}

async function bulk(socket: string): Promise<string> {
  const people = Number(option('people') ?? 50_000);
  const measured: Bulk[] = [];
  for (const engine of engines()) {
    process.stderr.write(`${engine}, ${people} people…\n`);
    measured.push(await measureBulk({ folder, socket, engine, people }));
  }
  if (!measured.every(bulkHolds)) process.exitCode = 1;
  return bulkTable(people, measured);
}

async function issuing(socket: string): Promise<string> {
  const invoices = Number(option('invoices') ?? 10_000);
  process.stderr.write(`${invoices} invoices…\n`);
  const measured = await measureIssuing({ folder, socket, invoices });
  if (!issuingHolds(measured)) process.exitCode = 1;
  return issuingTable(measured);
}

async function assistants(socket: string): Promise<string> {
  const people = Number(option('people') ?? 10_000);
  const measured = await measureAssistants({ folder, socket, people, times: Number(option('times') ?? 80) });
  if (!measured.holds) process.exitCode = 1;
  return measured.table;
}

async function webhooks(socket: string): Promise<string> {
  const seconds = Number(option('seconds') ?? 60);
  const waiting = Number(option('waiting') ?? 1_000_000);
  const { lines, holds } = await measureWebhooks({ folder, socket, seconds, waiting });
  if (!holds) process.exitCode = 1;
  return lines.join('\n');
}

async function provisioning(socket: string): Promise<string> {
  const people = Number(option('people') ?? 10_000);
  const measured: Bulk[] = [];
  for (const engine of engines()) {
    process.stderr.write(`${engine}, ${people} people…\n`);
    measured.push(await measureProvisioning({ folder, socket, engine, people }));
  }
  if (!measured.every((one) => provisioningHolds(one, people))) process.exitCode = 1;
  // Told at once: the lists take as long again.
  process.stdout.write(`${bulkTable(people, measured)}\n\n`);
  process.stderr.write('lists of 100,000 people…\n');
  return listsTable(await measureScimLists(folder, socket, 100_000));
}

async function timing(socket: string): Promise<string> {
  const { table, holds: isWithinBounds } = await measureSignIn({
    folder,
    socket,
    times: Number(option('times') ?? 100),
  });
  if (!isWithinBounds) process.exitCode = 1;
  return table;
}

async function company(socket: string): Promise<string> {
  const times = Number(option('times') ?? 200);
  const { table, holds: isWithinBounds } = await measureCompanySignIn({ folder, socket, times });
  if (!isWithinBounds) process.exitCode = 1;
  return table;
}

async function embedded(): Promise<string> {
  const tables: string[] = [];
  for (const people of sizes)
    for (const organizations of option('organizations')?.split(',').map(Number) ?? [
      1,
      Math.ceil(people / 20),
    ]) {
      process.stderr.write(`${people} people in ${organizations} organizations…\n`);
      tables.push(embeddedTable(await measureSearch(folder, people, organizations)));
    }
  return tables.join('\n\n');
}
