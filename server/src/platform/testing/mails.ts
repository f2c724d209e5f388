import { sql } from 'kysely';
import {
  PASSWORD_REQUESTS,
  answerPasswordRequest,
} from '../../features/account/accounts/password-requests.service.ts';
import type { PasswordRequest } from '../../features/account/accounts/password-requests.service.ts';
import type { Composer } from '../mail/mail-queue.ts';
import type { Mail } from '../mail/mail.ts';
import type { MessageWithFiles } from '../mail/message.ts';
import { unsealMessage } from '../mail/sealed-message.ts';
import type { SealedMessage } from '../mail/sealed-message.ts';
import { keyFor } from '../core/sealed.ts';
import type { Platform } from '../process/platform.ts';
import type { TestDatabase } from './database.ts';

/** AUTH_SECRET of the servers of tests. */
export const TEST_SECRET = 'a secret of the tests, long enough';

const composersOf = new WeakMap<TestDatabase, Map<string, Composer>>();

/** Lets `queuedMails` write the mails that are written when they leave, as the last server on this database does. */
export function watchComposers(database: TestDatabase, mail: Mail): void {
  const composers = new Map<string, Composer>();
  const { composes } = mail;
  mail.composes = (name, composer) => {
    composers.set(name, composer);
    composes(name, composer);
  };
  composersOf.set(database, composers);
}

/** The mails that wait in the queue for this address, oldest first. Nothing sends them unless jobs are started. */
export async function queuedMails(database: TestDatabase, to: string): Promise<MessageWithFiles[]> {
  const { rows } = await sql<{ id: string; message: SealedMessage | null; composer: string; about: string }>`
    select id, message, composer, about from mail.queue where recipient = ${to} order by created_at, id`.execute(
    database.kysely,
  );
  const key = keyFor(TEST_SECRET, 'queued mails');
  const messages: MessageWithFiles[] = [];
  for (const { id, message, composer, about } of rows) {
    if (message) messages.push(unsealMessage(key, id, message));
    else {
      const letter = await composersOf.get(database)?.get(composer)?.find(about);
      if (letter) messages.push(await letter.write());
    }
  }
  return messages;
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
