import { TICKET_MESSAGE_MAX } from '@atalaya/contract/limits';
import { ticketConversationRoutes } from '@atalaya/contract/ticket-conversation';
import type { Actor, By, Origin } from '../../../platform/core/actor.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { checkAccess } from '../../../platform/request/access.ts';
import { takeAll } from '../../../platform/limits/rate-limits.ts';
import type { Limit } from '../../../platform/limits/rate-limits.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { readActorOfJob } from '../../../platform/request/session.ts';
import type { MailBody } from './mail-body.ts';
import { readHead, takeHead } from './mail-head.ts';
import type { MailHead } from './mail-head.ts';
import { readMail } from './received-mail.ts';
import type { IncomingMail } from './received-mail.ts';
import { isOfGeneration, readReplyAddress } from './reply-address.ts';
import { keepUpload } from '../ticket-files/ticket-attachments.service.ts';
import { replyToTicket } from '../ticket-conversation/ticket-conversation.service.ts';
import { reachOf } from '../ticket-shapes.ts';
import { findTicketNumbered } from '../tickets.queries.ts';

/** Mails of one person, and to one ticket of theirs: what is read of them costs a processor for a moment. */
const PER_SENDER: Limit = { name: 'inbound-mail-sender', max: 60, seconds: 3600 };
const PER_TICKET: Limit = { name: 'inbound-mail-ticket', max: 20, seconds: 3600 };

/**
 * Adds an answer by mail to its conversation, by the same rules as one on the screen. The signed address says whose
 * it is and where it belongs, and must be that of who sent it: its headers tell, and the mail is not read any further
 * where they are not right. What machines write is taken and forgotten.
 * @param mail the raw message; it may be left before its end
 * @throws request.invalid, request.too_large for what cannot be read; object.not_found where it answers no ticket of
 * the sender's; ticket.wrong_status; request.rate_limited; server.unavailable where too many wait
 */
export async function receiveMail(
  platform: Platform,
  origin: Origin,
  mail: Omit<IncomingMail, 'begun'>,
): Promise<void> {
  const { chunks, whileSent } = mail;
  const begun = await takeHead(chunks);
  const head = readHead(begun);
  if (head.is_automatic) return;
  const { actor, ticket_id } = await findAnswered(platform, head);
  // Counted once the address is proved to be of ours and theirs: a stranger cannot use up another person's share.
  await takeAll(platform, [
    { limit: PER_SENDER, key: actor.profile_id },
    { limit: PER_TICKET, key: `${actor.profile_id} ${ticket_id}` },
  ]);
  const read = await readMail({ begun, chunks, whileSent });
  const { ids, refused } = await keepFiles(platform, { actor, origin }, read);
  const body = bodyOf(read, refused, ids.length > 0, actor.language ?? 'es');
  if (!body) return;
  await replyToTicket(platform, { actor, origin }, ticket_id, {
    body,
    visibility: 'public',
    // A mail cannot be asked whether it has seen what came since.
    seen_message_id: null,
    confirm_answered: true,
    attachments: ids,
    request_id: read.request_id,
  });
}

/** Who writes, and to which ticket that they may still answer. @throws object.not_found */
async function findAnswered(
  platform: Platform,
  head: MailHead,
): Promise<{ actor: Actor; ticket_id: string }> {
  const key = readReplyAddress(platform.config, head.recipients);
  const actor = key && (await readActorOfJob(platform, key.profile_id));
  if (!key || !actor || head.from !== actor.email.toLowerCase()) throw new AppError('object.not_found');
  checkAccess(ticketConversationRoutes.replyToTicket, actor);
  const ticket = await platform.database.withActor(actor, 'find the ticket that a mail answers', (db) =>
    findTicketNumbered(db, reachOf(actor), key.number),
  );
  if (!ticket || !isOfGeneration(key, ticket.reply_generation)) throw new AppError('object.not_found');
  return { actor, ticket_id: ticket.id };
}

/** Keeps what may be attached; the names of the others. Files of a mail that came before are swept with the unsent. */
async function keepFiles(platform: Platform, by: By, mail: MailBody) {
  const ids: string[] = [];
  const refused = [...mail.left_out];
  for (const file of mail.files) {
    try {
      ids.push((await keepUpload(platform, by, { ...file, bytes: Buffer.from(file.bytes.buffer) })).id);
    } catch (error) {
      // What cannot be kept now is no fault of the file: the mail is to come again, with all of it.
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      refused.push(file.filename);
    }
  }
  return { ids, refused };
}

const TEXTS = {
  es: { refused: 'Archivos no admitidos', only: 'Archivos adjuntos.' },
  en: { refused: 'Files that were not accepted', only: 'Files attached.' },
};

function bodyOf({ text }: MailBody, refused: string[], hasFiles: boolean, language: 'es' | 'en'): string {
  const texts = TEXTS[language];
  const names = refused.map((name) =>
    name
      .replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
      .toWellFormed()
      .slice(0, 80),
  );
  const note = names.length ? `[${texts.refused}: ${names.slice(0, 10).join(', ')}]` : '';
  const said = text || (hasFiles ? texts.only : '');
  return [said.slice(0, TICKET_MESSAGE_MAX - note.length - 2).toWellFormed(), note]
    .filter(Boolean)
    .join('\n\n');
}
