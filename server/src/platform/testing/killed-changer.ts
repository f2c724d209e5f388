import { mock } from 'node:test';
import { takeTurn } from '../../features/transfers/transfers.jobs.ts';
import { changeUsers } from '../../features/users/users-bulk.service.ts';
import { loadConfig } from '../core/config.ts';
import { closePlatform, openPlatform } from '../process/platform.ts';
import { readActorOfJob } from '../request/session.ts';
import { insertCrowd } from './crowd.queries.ts';
import { killAfter } from './kill-after.ts';
import { insertOrganization, insertPerson } from './people.queries.ts';
import { silentLog } from './silent-log.ts';

/**
 * A process of its own for tests of what a kill -9 leaves: a person has all people of their organization deactivated, of
 * which there are two parts. It says the id of that change on a line and carries it out, but kills itself as soon as the
 * database has answered the statement of the number KILL_AT. Where there is no such statement it says how many there
 * were.
 */
const PEOPLE = 1_250;
const origin = { ip_address: null, user_agent: null, request_id: 'killed' };
const platform = await openPlatform(loadConfig(process.env), silentLog);
const { organization_id, boss } = await platform.database.withSystem('people for a test', async (db) => {
  const { id } = await insertOrganization(db, { max_users: -1 });
  const admin = await insertPerson(db, { role: 'admin', organization_id: id });
  await insertCrowd(db, id, 1 + Number(process.env['KILL_AT']) * PEOPLE, PEOPLE);
  return { organization_id: id, boss: admin.id };
});
const actor = await readActorOfJob(platform, boss);
if (!actor) throw new Error('nobody asks');
const chosen = { filters: { organization_id, role: 'user' as const }, total: PEOPLE };
const { transfer_id } = await changeUsers(
  platform,
  { actor, origin },
  { action: { type: 'deactivate' }, chosen },
);
process.stdout.write(`${String(transfer_id)}\n`);
// Reports of how far it is come by the clock: without them every run has the same statements.
mock.timers.enable({ apis: ['setInterval'] });
const count = killAfter(Number(process.env['KILL_AT']));
await takeTurn(platform, String(transfer_id));
process.stdout.write(`${String(count())}\n`);
await closePlatform(platform);
