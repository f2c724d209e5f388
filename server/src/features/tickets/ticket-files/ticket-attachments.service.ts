import { randomUUID } from 'node:crypto';
import { ATTACHMENT_ENDINGS } from '@atalaya/contract/choices';
import type { AttachmentType } from '@atalaya/contract/choices';
import { ATTACHMENTS_MAX, ATTACHMENT_BYTES } from '@atalaya/contract/limits';
import type { TicketAttachment } from '@atalaya/contract/ticket-messages';
import type { FastifyRequest } from 'fastify';
import type { Actor, By } from '../../../platform/core/actor.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { takeFrom } from '../../../platform/limits/rate-limits.ts';
import type { Limit } from '../../../platform/limits/rate-limits.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { requireQuota } from '../../../platform/records/quotas.ts';
import { takingTurns } from '../../../platform/core/turns.ts';
import { withUpload } from '../../../platform/uploads/read-upload.ts';
import type { Upload } from '../../../platform/uploads/read-upload.ts';
import { fileNameOf, readAttachment } from './attachment-file.ts';
import type { AttachmentFile } from './attachment-file.ts';
import {
  deleteUnsent,
  findTicketFile,
  insertAttachment,
  sendAttachments,
} from './ticket-attachments.queries.ts';
import { reachOf, readableBy } from '../ticket-shapes.ts';
import { findTicket } from '../tickets.queries.ts';
import type { TicketRow } from '../tickets.queries.ts';

/** 'ticket-files/{id}/full.webp': a folder for each file. */
export const FOLDER = 'ticket-files/';
const folderOf = (id: string) => `${FOLDER}${id}/`;
const keyOf = (id: string, type: AttachmentType, size: 'full' | 'small') =>
  `${folderOf(id)}${size}.${ATTACHMENT_ENDINGS[type]}`;

/** Decoding costs half a second of a core, and what is uploaded is kept for a day. */
const UPLOADS: Limit = { name: 'ticket-files', max: 60, seconds: 900 };
/** Files of ten megabytes at most that this process has in memory; the screen sends those of one message at once. */
const inTurn = takingTurns({ atOnce: 6, waiting: 30, each: ATTACHMENTS_MAX });

/**
 * Takes a file that its uploader may send with a message later.
 * @throws attachment.not_accepted, attachment.active_content, attachment.too_large, attachment.too_many_pixels,
 *   attachment.quota_full; server.unavailable where too many wait
 */
export async function uploadTicketFile(
  platform: Platform,
  by: By,
  request: FastifyRequest,
): Promise<TicketAttachment> {
  await takeFrom(platform, UPLOADS, by.actor.profile_id);
  return withUpload(inTurn, request, ATTACHMENT_BYTES, async (upload) => {
    if (upload === 'too_large') throw new AppError('attachment.too_large');
    return keepUpload(platform, by, upload);
  });
}

/**
 * Stores a file and then its row: the row never points to what is not there. Else the sweep finds the bytes.
 * @throws attachment.quota_full, and what a file is refused for
 */
export async function keepUpload(platform: Platform, by: By, upload: Upload): Promise<TicketAttachment> {
  const file = await readAttachment(upload);
  const { type, width, height } = file;
  const name = fileNameOf(upload.filename, type);
  const attachment = { id: randomUUID(), name, type, bytes: file.full.length, width, height };
  await store(platform, attachment, file);
  const { organization_id, profile_id: uploaded_by } = by.actor;
  try {
    await platform.database.withActor(
      by.actor,
      'keep a file for a ticket of any organization',
      async (db) => {
        await requireQuota(platform.config, db, organization_id, 'ticket_files', attachment.bytes);
        await insertAttachment(db, { ...attachment, organization_id, uploaded_by });
        await recordChange(db, by, { ...changeOf(by.actor, attachment.id, 'uploaded'), after: { name } });
      },
    );
  } catch (error) {
    // A refusal was rolled back. After any other error the row may be stored: its bytes are left to the sweep.
    if (error instanceof AppError) await removeStored(platform, attachment.id);
    throw error;
  }
  return attachment;
}

/** A super_admin's file may belong to a note: no organization reads of it in its log. */
const changeOf = ({ organization_id }: Actor, object_id: string, verb: 'uploaded' | 'discarded') => ({
  action: verb === 'uploaded' ? 'ticket_file.uploaded' : 'ticket_file.discarded',
  object_type: 'ticket_file',
  object_id,
  organization_id,
});

async function store(platform: Platform, { id, type }: TicketAttachment, file: AttachmentFile) {
  await platform.storage.put(keyOf(id, type, 'full'), file.full);
  if (file.small) await platform.storage.put(keyOf(id, type, 'small'), file.small);
}

/** Takes back one's own file that is not sent. @throws object.not_found */
export async function discardTicketFile(platform: Platform, by: By, id: string): Promise<void> {
  await platform.database.withActor(
    by.actor,
    'take back a file for a ticket of any organization',
    async (db) => {
      const name = await deleteUnsent(db, id, by.actor.profile_id);
      if (name === null) throw new AppError('object.not_found');
      await recordChange(db, by, { ...changeOf(by.actor, id, 'discarded'), before: { name } });
    },
  );
  await removeStored(platform, id);
}

/** Removes the bytes of a file whose row is gone. A failure is logged and no more: the sweep finds them. */
export async function removeStored(platform: Platform, id: string): Promise<void> {
  await platform.storage.removeFolder(folderOf(id)).catch((error: unknown) => {
    platform.log.warn({ err: error, file: id }, 'a file of a ticket could not be removed');
  });
}

/** The bytes of a file whose message the actor may read. @throws object.not_found */
export async function readTicketFile(
  platform: Platform,
  actor: Actor,
  asked: { id: string; file_id: string; size: 'full' | 'small' },
): Promise<{ attachment: TicketAttachment; bytes: Buffer }> {
  const attachment = await platform.database.withActor(
    actor,
    'read a file of a ticket of any organization',
    async (db) => {
      const ticket = await findTicket(db, reachOf(actor), asked.id);
      return ticket && findTicketFile(db, ticket, asked.file_id, readableBy(actor));
    },
  );
  const isThere = attachment && (asked.size === 'full' || attachment.type === 'image/webp');
  const bytes = isThere
    ? await platform.storage.get(keyOf(attachment.id, attachment.type, asked.size))
    : null;
  if (!attachment || !bytes) throw new AppError('object.not_found');
  return { attachment, bytes };
}

/** The bytes of a file in chunks; the caller has checked that the actor may read it. null where they are gone. */
export const openTicketFile = ({ storage }: Platform, { id, type }: Pick<TicketAttachment, 'id' | 'type'>) =>
  storage.open(keyOf(id, type, 'full'));

/**
 * Sends the actor's uploads with a message, or with a ticket's description where there is none; their names.
 * @throws attachment.gone where one is not there, not theirs or sent already
 */
export async function attach(
  db: Db,
  actor: Actor,
  ids: string[],
  to: { ticket: Pick<TicketRow, 'id' | 'organization_id'>; message_id: string | null; internal: boolean },
): Promise<string[]> {
  const chosen = [...new Set(ids)];
  if (chosen.length === 0) return [];
  const names = await sendAttachments(db, chosen, actor.profile_id, to);
  if (names.length !== chosen.length) throw new AppError('attachment.gone');
  return names;
}
