import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { acceptInvitation } from '../../features/invitations/invitation-acceptance.service.ts';
import { loadConfig } from '../core/config.ts';
import type { Database } from '../database/database.ts';
import { openPlatform } from '../process/platform.ts';
import { interceptAnswers } from './intercept-answers.ts';
import { insertOrganization, insertPerson } from './people.queries.ts';

/**
 * A process of its own for tests of what a kill -9 leaves. It accepts one invitation, says how many statements that
 * took, and then begins one more for each of them from the fifth on: it stops as soon as the database has answered
 * that statement. Their addresses, tokens and organizations are on a line each; once all have stopped the process
 * kills itself.
 */
type Run = { answered: number; last: number; stopped: () => void };

const FIRST_STEP = 5;
const runs = new AsyncLocalStorage<Run>();
countStatements();
const platform = await openPlatform(loadConfig(process.env), pino({ level: 'silent' }));
const count = await acceptWhole();
process.stdout.write(`${String(count)}\n`);
const steps = Array.from({ length: count - FIRST_STEP + 1 }, (_, at) => FIRST_STEP + at);
const invitations = [];
for (const step of steps) invitations.push({ ...(await invite(platform.database)), step });
for (const each of invitations) process.stdout.write(`${JSON.stringify(each)}\n`);
// Connections are opened before: what a new one begins with would count as a step.
await Promise.all(steps.map(() => platform.database.ping()));
await Promise.all(invitations.map(({ token, step }) => acceptUntil(token, step)));
process.kill(process.pid, 'SIGKILL');

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

function accept(token: string) {
  const origin = { ip_address: '127.0.0.1', user_agent: 'test', request_id: null };
  const person = { first_name: 'Eva', last_name: 'Ruiz', password: 'seis66' };
  return acceptInvitation(platform, origin, { ...person, token });
}

/** How many statements an acceptance takes. */
async function acceptWhole(): Promise<number> {
  const { token } = await invite(platform.database);
  const run: Run = { answered: 0, last: Number.POSITIVE_INFINITY, stopped: () => undefined };
  await runs.run(run, () => accept(token));
  return run.answered;
}

/** Resolves where the acceptance has stopped, for good. */
async function acceptUntil(token: string, last: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  runs.run({ answered: 0, last, stopped: resolve }, () => {
    accept(token).then(() => reject(new Error(`no statement ${String(last)}`)), reject);
  });
  await promise;
}

/** From now on each acceptance counts its statements, and gets no answer any more from its last one on. */
function countStatements(): void {
  interceptAnswers(() => {
    const run = runs.getStore();
    if (!run) return null;
    return () => {
      run.answered += 1;
      if (run.answered < run.last) return Promise.resolve();
      run.stopped();
      return new Promise(() => undefined);
    };
  });
}
