import { seal, unseal } from '../core/sealed.ts';
import type { Message } from './message.ts';

/**
 * A mail as it waits in the queue. What it says is sealed: its links are good for any reader, and the
 * database keeps none of them.
 */
export type SealedMessage = Omit<Message, 'html' | 'text'> & { sealed: string };

export function sealMessage(key: Buffer, id: string, { html, text, ...envelope }: Message): SealedMessage {
  const content = Buffer.from(JSON.stringify({ html, text }));
  return { ...envelope, sealed: seal(key, id, content).toString('base64') };
}

/** The mail as it was handed over; one that an older version has queued was never sealed. */
export function unsealMessage(key: Buffer, id: string, message: SealedMessage | Message): Message {
  if (!('sealed' in message)) return message;
  const { sealed, ...envelope } = message;
  const content = unseal(key, id, Buffer.from(sealed, 'base64'));
  if (!content) throw new Error('the mail was sealed with another AUTH_SECRET');
  return { ...envelope, ...(JSON.parse(content.toString()) as Pick<Message, 'html' | 'text'>) };
}
