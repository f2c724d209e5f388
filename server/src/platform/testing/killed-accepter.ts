import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { acceptInvitation } from '../../features/invitations/invitation-acceptance.service.ts';
import { loadConfig } from '../config.ts';
import type { Database } from '../database/database.ts';
import { closePlatform, openPlatform } from '../platform.ts';
import { insertOrganization, insertPerson } from './people.queries.ts';

/**
 * A process of its own for tests of what a kill -9 leaves: makes an invitation, says its address, its token and its
 * organization on a line, and accepts it, but kills itself as soon as the database has answered the statement of the
 * number KILL_AT. Where there is no such statement it says 'accepted' and how many there were.
 */
const platform = await openPlatform(loadConfig(process.env), pino({ level: 'silent' }));
const invitation = await invite(platform.database);
process.stdout.write(`${JSON.stringify(invitation)}\n`);
const count = killAfter(Number(process.env['KILL_AT']));
const origin = { ip_address: '127.0.0.1', user_agent: 'test', request_id: null };
const person = { first_name: 'Eva', last_name: 'Ruiz', password: 'seis66' };
await acceptInvitation(platform, origin, { ...person, token: invitation.token });
process.stdout.write(`accepted ${String(count())}\n`);
await closePlatform(platform);

async function invite(database: Database) {
  const token = randomBytes(32).toString('base64url');
  const email = `invitada-${randomBytes(6).toString('hex')}@example.test`;
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return database.withSystem('an invitation for a test', async (db) => {
    const { id: organization_id } = await insertOrganization(db, {});
    const { id: invited_by } = await insertPerson(db, { role: 'admin', organization_id });
    await db
      .insertInto('organization_invitations')
      .values({
        organization_id,
        email,
        invited_by,
        mail_token_hash: hash(token),
        copy_token_hash: hash(`copy of ${token}`),
        expires_at: new Date(Date.now() + 86_400_000),
      })
      .execute();
    return { email, token, organization_id };
  });
}

/** From now on the process dies once so many statements were answered; returns how many have been. */
function killAfter(last: number): () => number {
  let answered = 0;
  const original = Reflect.get(pg.Client.prototype, 'query') as (...parts: unknown[]) => unknown;
  Reflect.set(pg.Client.prototype, 'query', function counted(this: pg.Client, ...parts: unknown[]) {
    const result = Reflect.apply(original, this, parts);
    if (!(result instanceof Promise)) return result;
    return result.then((answer: unknown) => {
      answered += 1;
      if (answered === last) process.kill(process.pid, 'SIGKILL');
      return answer;
    });
  });
  return () => answered;
}
