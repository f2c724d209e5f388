import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { loadConfig } from '../core/config.ts';
import { closePlatform, openPlatform } from '../process/platform.ts';
import { readActorOfJob } from '../request/session.ts';
import { insertPerson } from './people.queries.ts';
import { takeTurn } from '../../features/transfers/transfers.jobs.ts';
import { createExport, downloadTransfer, readTransfer } from '../../features/transfers/transfers.service.ts';

/**
 * A process of its own that exports everybody and reads the file, for a test of what that takes: says on a line how
 * many rows and bytes it was, and how much memory the process held at most, in bytes.
 */
const platform = await openPlatform(loadConfig(process.env), pino({ level: 'silent' }));
const { id } = await platform.database.withSystem('who exports in a test', (db) =>
  insertPerson(db, { role: 'super_admin' }),
);
const actor = await readActorOfJob(platform, id);
if (!actor) throw new Error('nobody exports');
const origin = { ip_address: null, user_agent: null, request_id: randomUUID() };
const asked = await createExport(platform, { actor, origin }, { what: { resource: 'users', filters: {} } });
await takeTurn(platform, asked.id, Number.POSITIVE_INFINITY);
const { processed, state } = await readTransfer(platform, actor, asked.id);
if (state !== 'done') throw new Error(`the export is ${state}`);
let bytes = 0;
const { content } = await downloadTransfer(platform, actor, asked.id);
for await (const part of content as AsyncIterable<Buffer>) bytes += part.length;
const peak = process.resourceUsage().maxRSS * 1024;
process.stdout.write(`${JSON.stringify({ rows: processed, bytes, peak })}\n`);
await closePlatform(platform);
