import { sql } from 'kysely';
import {
  PASSWORD_REQUESTS,
  answerPasswordRequest,
} from '../../features/accounts/password-requests.service.ts';
import type { PasswordRequest } from '../../features/accounts/password-requests.service.ts';
import type { Message } from '../mail/mail.ts';
import { unsealMail } from '../mail/queued-mail.ts';
import type { QueuedMail } from '../mail/queued-mail.ts';
import { keyFor } from '../sealed.ts';
import type { Platform } from '../platform.ts';
import type { TestDatabase } from './database.ts';

/** AUTH_SECRET of the servers of tests. */
export const TEST_SECRET = 'a secret of the tests, long enough';

/** The mails that wait in the queue for this address, oldest first. Nothing sends them unless jobs are started. */
export async function queuedMails(database: TestDatabase, to: string): Promise<Message[]> {
  const { rows } = await sql<{ data: QueuedMail }>`
    select data from jobs.job
    where name = 'mail' and data -> 'message' ->> 'to' = ${to} order by created_on, id`.execute(
    database.kysely,
  );
  const key = keyFor(TEST_SECRET, 'queued mails');
  return rows.map(({ data }) => unsealMail(key, data));
}

/** The link of the newest mail to this address, and the token in it. */
export async function newestLink(database: TestDatabase, to: string): Promise<{ url: URL; token: string }> {
  const mail = (await queuedMails(database, to)).at(-1);
  const url = new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? 'about:blank');
  return { url, token: url.searchParams.get('token') ?? '' };
}

/** Answers the wishes for a new password that wait, as the job does. Nothing answers them unless jobs are started. */
export async function answerPasswordRequests(platform: Platform): Promise<void> {
  const { rows } = await sql<{ data: PasswordRequest }>`
    with waiting as (delete from jobs.job where name = ${PASSWORD_REQUESTS} returning data, created_on, id)
    select data from waiting order by created_on, id`.execute(platform.database.kysely);
  for (const { data } of rows) await answerPasswordRequest(platform, data);
}
