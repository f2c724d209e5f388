import { TICKET_MESSAGE_MAX } from '@atalaya/contract/limits';
import { ticketConversationRoutes } from '@atalaya/contract/ticket-conversation';
import type { Origin } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { checkAccess } from '../../platform/http/access.ts';
import type { Platform } from '../../platform/platform.ts';
import { readActorOfJob } from '../../platform/session.ts';
import { readMail } from './received-mail.ts';
import type { ReceivedMail } from './received-mail.ts';
import { readReplyAddress } from './reply-address.ts';
import { keepUpload } from './ticket-attachments.service.ts';
import type { Uploader } from './ticket-attachments.service.ts';
import { replyToTicket } from './ticket-conversation.service.ts';
import { reachOf } from './ticket-shapes.ts';
import { findTicketNumbered } from './tickets.queries.ts';

/**
 * Adds an answer by mail to its conversation, by the same rules as one on the screen. The signed address says whose
 * it is and where it belongs, and must be that of who sent it. What machines write is taken and forgotten.
 * @throws request.invalid for what is no mail; object.not_found where it is nobody's answer; ticket.wrong_status
 */
export async function receiveMail(platform: Platform, origin: Origin, raw: Buffer): Promise<void> {
  const mail = await readMail(raw).catch((error: unknown) => {
    throw new AppError('request.invalid', { details: error });
  });
  if (mail.is_automatic) return;
  const key = readReplyAddress(platform.config, mail.recipients);
  const actor = key && (await readActorOfJob(platform, key.profile_id));
  if (!key || !actor || mail.from !== actor.email.toLowerCase()) throw new AppError('object.not_found');
  checkAccess(ticketConversationRoutes.replyToTicket, actor);
  const ticket = await platform.database.withActor(actor, 'find the ticket that a mail answers', (db) =>
    findTicketNumbered(db, reachOf(actor), key.number),
  );
  if (!ticket) throw new AppError('object.not_found');
  const { ids, refused } = await keepFiles(platform, { actor, origin }, mail);
  const body = bodyOf(mail, refused, ids.length > 0, actor.language ?? 'es');
  if (!body) return;
  await replyToTicket(platform, { actor, origin }, ticket.id, {
    body,
    visibility: 'public',
    // A mail cannot be asked whether it has seen what came meanwhile.
    seen_message_id: null,
    confirm_answered: true,
    attachments: ids,
    request_id: mail.request_id,
  });
}

/** Keeps what may be attached; the names of the others. Files of a mail that came before are swept with the unsent. */
async function keepFiles(platform: Platform, by: Uploader, mail: ReceivedMail) {
  const ids: string[] = [];
  const refused = [...mail.left_out];
  for (const file of mail.files) {
    try {
      ids.push((await keepUpload(platform, by, file)).id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push(file.filename);
    }
  }
  return { ids, refused };
}

const TEXTS = {
  es: { refused: 'Archivos no admitidos', only: 'Archivos adjuntos.' },
  en: { refused: 'Files that were not accepted', only: 'Files attached.' },
};

function bodyOf({ text }: ReceivedMail, refused: string[], hasFiles: boolean, language: 'es' | 'en'): string {
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
