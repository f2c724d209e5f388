import { seal, unseal } from '../sealed.ts';
import type { Message } from './mail.ts';

/**
 * A mail as it waits in the queue, and stays there for days after it has left. What it says is sealed: its links are
 * good for whoever reads them, and the database keeps none of them.
 */
export type QueuedMail = {
  id: string;
  message: Omit<Message, 'html' | 'text'> & { sealed: string };
  /** Whom it gives access to, by their profile: where they have lost it meanwhile, it does not leave. */
  gives_access_to?: string;
};

export function sealMail(key: Buffer, id: string, { html, text, ...envelope }: Message): QueuedMail {
  const content = Buffer.from(JSON.stringify({ html, text }));
  return { id, message: { ...envelope, sealed: seal(key, id, content).toString('base64') } };
}

/** The mail as it was handed over; one that an older version has queued was never sealed. */
export function unsealMail(
  key: Buffer,
  { id, message }: QueuedMail | { id: string; message: Message },
): Message {
  if (!('sealed' in message)) return message;
  const { sealed, ...envelope } = message;
  const content = unseal(key, id, Buffer.from(sealed, 'base64'));
  if (!content) throw new Error('the mail was sealed with another AUTH_SECRET');
  return { ...envelope, ...(JSON.parse(content.toString()) as Pick<Message, 'html' | 'text'>) };
}
