import { replyToTicket } from '../../features/tickets/ticket-conversation/ticket-conversation.service.ts';
import { createTicket } from '../../features/tickets/tickets-create.service.ts';
import { loadConfig } from '../core/config.ts';
import { closePlatform, openPlatform } from '../process/platform.ts';
import { readSession } from '../request/session.ts';
import { killAfter } from './kill-after.ts';
import { insertOrganization, insertPerson } from './people.queries.ts';
import { silentLog } from './silent-log.ts';

/**
 * A process of its own for tests of what a kill -9 leaves: an admin has a ticket of a user, says its id on a line,
 * and answers it, but the process kills itself as soon as the database has answered the statement of the number
 * KILL_AT. Where there is no such statement it says how many there were.
 */
const origin = { ip_address: null, user_agent: null, request_id: null };
const platform = await openPlatform(loadConfig(process.env), silentLog);
const [user, admin] = await platform.database.withSystem('people for a test', async (db) => {
  const { id: organization_id } = await insertOrganization(db, {});
  const people = [];
  for (const role of ['user', 'admin'] as const) {
    const { user_id } = await insertPerson(db, { role, organization_id });
    people.push((await platform.accounts.openSession(db, user_id, origin)).token);
  }
  return people;
});
const text = { title: 'No va', description: 'Nada', priority: 'low' } as const;
const ticket = await createTicket(platform, await by(user), text);
process.stdout.write(`${ticket.id}\n`);
const answering = await by(admin);
const count = killAfter(Number(process.env['KILL_AT']));
await replyToTicket(platform, answering, ticket.id, {
  body: 'Hecho.',
  visibility: 'public',
  seen_message_id: null,
  confirm_answered: true,
});
process.stdout.write(`${String(count())}\n`);
await closePlatform(platform);

async function by(token = '') {
  const cookie = platform.accounts.sessionCookie(token).split(';', 1)[0];
  const signedIn = await readSession(platform, cookie);
  if (!signedIn) throw new Error('nobody is signed in');
  return { actor: signedIn.actor, origin };
}
