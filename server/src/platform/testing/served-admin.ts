import { once } from 'node:events';
import { pino } from 'pino';
import { buildApp } from '../../app.ts';
import { loadConfig } from '../core/config.ts';
import { closePlatform, openPlatform } from '../process/platform.ts';
import { watchStretches } from './longest-stretch.ts';
import type { Measured } from './measured-server.ts';
import { insertOrganization, insertPerson } from './people.queries.ts';

/**
 * A process of its own that serves the application on a free port, for tests of what only a whole process shows: says
 * its address and the cookie of an admin on a line, and ends in order by SIGTERM. The process that
 * has forked it may ask how long it was blocked and how large it grew (measured-server.ts).
 */
const { longest } = watchStretches();
if (process.send)
  process.on('message', () => {
    const measured: Measured = { ...longest(), peak_mb: process.resourceUsage().maxRSS / 1024 };
    process.send?.(measured);
  });
// Which alone does not keep it running.
process.channel?.unref();
const config = loadConfig(process.env);
const platform = await openPlatform(config, pino({ level: 'silent' }));
const app = await buildApp(platform);
const url = await app.listen({ host: '127.0.0.1', port: 0 });
const cookie = await platform.database.withSystem('an admin for a test', async (db) => {
  const { id: organization_id } = await insertOrganization(db, {});
  const { user_id } = await insertPerson(db, { role: 'admin', organization_id });
  const origin = { ip_address: '127.0.0.1', user_agent: 'test', request_id: null };
  const { token } = await platform.accounts.openSession(db, user_id, origin);
  return platform.accounts.sessionCookie(token).split(';', 1)[0];
});
process.stdout.write(`${JSON.stringify({ url, headers: { cookie, origin: config.publicUrl.origin } })}\n`);
await once(process, 'SIGTERM');
await app.close();
await closePlatform(platform);
