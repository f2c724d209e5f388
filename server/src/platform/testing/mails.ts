import { sql } from 'kysely';
import type { Message } from '../mail/mail.ts';
import type { TestDatabase } from './database.ts';

/** The mails that wait in the queue for this address, oldest first. Nothing sends them unless jobs are started. */
export async function queuedMails(database: TestDatabase, to: string): Promise<Message[]> {
  const { rows } = await sql<{ message: Message }>`
    select data -> 'message' as message from jobs.job
    where name = 'mail' and data -> 'message' ->> 'to' = ${to} order by created_on, id`.execute(
    database.kysely,
  );
  return rows.map((row) => row.message);
}

/** The link of the newest mail to this address, and the token in it. */
export async function newestLink(database: TestDatabase, to: string): Promise<{ url: URL; token: string }> {
  const mail = (await queuedMails(database, to)).at(-1);
  const url = new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? 'about:blank');
  return { url, token: url.searchParams.get('token') ?? '' };
}
