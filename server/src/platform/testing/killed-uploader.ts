import { readFileSync } from 'node:fs';
import { discardTicketFile, keepUpload } from '../../features/tickets/ticket-attachments.service.ts';
import { loadConfig } from '../config.ts';
import { closePlatform, openPlatform } from '../platform.ts';
import { readSession } from '../session.ts';
import { killAfter } from './kill-after.ts';
import { insertOrganization, insertPerson } from './people.queries.ts';
import { silentLog } from './silent-log.ts';

/**
 * A process of its own for tests of what a kill -9 leaves: somebody uploads the picture of the first argument for a
 * ticket and takes it back, but the process kills itself once so many files were stored (KILL_AT_FILE), or once the
 * database has answered the statement of the number KILL_AT. Where it lives it says how many statements the upload
 * took, and how many both did.
 */
const origin = { ip_address: null, user_agent: null, request_id: null };
const platform = await openPlatform(loadConfig(process.env), silentLog);
const token = await platform.database.withSystem('somebody for a test', async (db) => {
  const { id: organization_id } = await insertOrganization(db, {});
  const { user_id } = await insertPerson(db, { role: 'user', organization_id });
  return (await platform.accounts.openSession(db, user_id, origin)).token;
});
const signedIn = await readSession(platform, platform.accounts.sessionCookie(token).split(';', 1)[0]);
if (!signedIn) throw new Error('nobody is signed in');
const by = { actor: signedIn.actor, origin };

const put = platform.storage.put.bind(platform.storage);
let files = 0;
platform.storage.put = async (key, bytes) => {
  await put(key, bytes);
  files += 1;
  if (files === Number(process.env['KILL_AT_FILE'])) process.kill(process.pid, 'SIGKILL');
};
const bytes = readFileSync(process.argv[2] ?? '');
const count = killAfter(Number(process.env['KILL_AT']));
const { id } = await keepUpload(platform, by, { bytes, filename: 'captura.png' });
const uploaded = count();
await discardTicketFile(platform, by, id);
process.stdout.write(`${uploaded} ${count()}\n`);
await closePlatform(platform);
