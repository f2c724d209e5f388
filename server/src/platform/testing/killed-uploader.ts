import { readFileSync } from 'node:fs';
import { keepAvatar } from '../../features/account/avatars/avatars.service.ts';
import {
  discardTicketFile,
  keepUpload,
} from '../../features/tickets/ticket-files/ticket-attachments.service.ts';
import type { SignedIn } from '../core/actor.ts';
import { loadConfig } from '../core/config.ts';
import { openPlatform } from '../process/platform.ts';
import { readSession } from '../request/session.ts';
import { interceptAnswers } from './intercept-answers.ts';
import { insertOrganization, insertPerson } from './people.queries.ts';
import { silentLog } from './silent-log.ts';

/**
 * A process of its own for tests of what a kill -9 leaves. Four people have stored the picture of the first argument,
 * as what the second names, and replace it. Three of them get no further than the first new file, than the last one
 * and, with everything committed, than the removal of the old ones; the answer to the last statement before the fourth
 * one's commit kills the process, and with it what the others were at.
 */
const [, , place = '', kind] = process.argv;
const bytes = readFileSync(place);
const origin = { ip_address: null, user_agent: null, request_id: null };
const platform = await openPlatform(loadConfig(process.env), silentLog);
const { storage } = platform;
let answered = 0;
let last = Infinity;
interceptAnswers(() => async () => {
  answered += 1;
  if (answered === last) process.kill(process.pid, 'SIGKILL');
});
let stop: { method: 'put' | 'removeFolder'; calls: number; reached: () => void } | null = null;
const [put, removeFolder] = [storage.put.bind(storage), storage.removeFolder.bind(storage)];
storage.put = async (key, content) => {
  await put(key, content);
  await passed('put');
};
storage.removeFolder = async (folder) => {
  await passed('removeFolder');
  await removeFolder(folder);
};

const files = kind === 'avatar' ? 4 : 2;
let statements = 0;
for (const [method, calls] of [['put', 1] as const, ['put', files] as const, ['removeFolder', 1] as const]) {
  const person = await signIn();
  const before = answered;
  const kept = await keep(person);
  statements = answered - before;
  const { promise, resolve } = Promise.withResolvers<void>();
  stop = { method, calls, reached: resolve };
  const passes = replace(person, kept).then(() => Promise.reject(new Error(`never stopped at ${method}`)));
  await Promise.race([promise, passes]);
}
const person = await signIn();
const kept = await keep(person);
last = answered + statements - 1;
await replace(person, kept);
throw new Error('never killed');

/** A new person. */
async function signIn(): Promise<SignedIn> {
  const token = await platform.database.withSystem('somebody for a test', async (db) => {
    const { id: organization_id } = await insertOrganization(db, {});
    const { user_id } = await insertPerson(db, { role: 'user', organization_id });
    return (await platform.accounts.openSession(db, user_id, origin)).token;
  });
  const signedIn = await readSession(platform, platform.accounts.sessionCookie(token).split(';', 1)[0]);
  if (!signedIn) throw new Error('nobody is signed in');
  return signedIn;
}

/** The id of what was kept, where it has one. */
async function keep({ actor, session }: SignedIn): Promise<string> {
  if (kind !== 'avatar')
    return (await keepUpload(platform, { actor, origin }, { bytes, filename: 'captura.png' })).id;
  await keepAvatar(platform, { actor, origin }, session, bytes);
  return '';
}

async function replace(signedIn: SignedIn, id: string): Promise<void> {
  await keep(signedIn);
  if (kind !== 'avatar') await discardTicketFile(platform, { actor: signedIn.actor, origin }, id);
}

/** Goes on at once, or never where a person was to get no further than this. */
async function passed(method: 'put' | 'removeFolder'): Promise<void> {
  if (stop?.method !== method || --stop.calls > 0) return;
  stop.reached();
  stop = null;
  await Promise.withResolvers<void>().promise;
}
