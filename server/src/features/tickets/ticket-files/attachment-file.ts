import { ATTACHMENT_ENDINGS } from '@atalaya/contract/choices';
import type { AttachmentType } from '@atalaya/contract/choices';
import { ATTACHMENT_NAME_MAX } from '@atalaya/contract/limits';
import type { TicketAttachment } from '@atalaya/contract/ticket-messages';
import { AppError } from '../../../platform/core/errors.ts';
import { documentTypeOf } from '../../../platform/uploads/office-document.ts';
import { PictureError, redrawPicture } from '../../../platform/uploads/picture.ts';
import type { OpenPicture } from '../../../platform/uploads/picture.ts';
import { isPlainText } from '../../../platform/uploads/plain-text.ts';
import type { Upload } from '../../../platform/uploads/read-upload.ts';

/** An upload as it is kept: a picture drawn anew, and small beside it; a PDF, a text or a document as it came. */
export type AttachmentFile = Pick<TicketAttachment, 'type' | 'width' | 'height'> & {
  full: Buffer;
  small: Buffer | null;
};

/** Pixels of the longer side of what is kept: enough to read a screenshot. */
const FULL_SIDE = 3_000;
const SMALL_SIDE = 480;
const QUALITY = 85;

/**
 * What is kept of an uploaded file, by its bytes; its name tells a table from a text, and that a text is meant at all.
 * Of an animation the first picture is kept.
 * @throws attachment.not_accepted, attachment.active_content, attachment.too_many_pixels
 */
export async function readAttachment({ bytes, filename }: Upload): Promise<AttachmentFile> {
  const asItCame = (type: AttachmentType) => ({ type, full: bytes, small: null, width: null, height: null });
  if (isPdf(bytes)) return asItCame('application/pdf');
  if (bytes.toString('latin1', 0, 4) === 'PK\u0003\u0004') {
    const type = await documentTypeOf(bytes);
    if (type === 'active') throw new AppError('attachment.active_content');
    if (type) return asItCame(type);
  }
  const [, ending] = /\.(csv|txt)$/i.exec(filename.trim()) ?? [];
  if (ending && isPlainText(bytes))
    return asItCame(ending.toLowerCase() === 'csv' ? 'text/csv' : 'text/plain');
  try {
    return await redrawPicture(bytes, draw);
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    const code = error.reason === 'too_many_pixels' ? 'too_many_pixels' : 'not_accepted';
    throw new AppError(`attachment.${code}`, { details: error });
  }
}

async function draw(open: OpenPicture): Promise<AttachmentFile> {
  const { data, info } = await open()
    .autoOrient()
    .resize(FULL_SIDE, FULL_SIDE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true });
  const small = await open(data)
    .resize(SMALL_SIDE, SMALL_SIDE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();
  return { type: 'image/webp', full: data, small, width: info.width, height: info.height };
}

const HEAD = 1_024;
/** A zip archive's directory ends within this many bytes of its end. */
const ARCHIVE_TAIL = 65_557;

/** A file that is a PDF from its first byte to its last, and nothing else besides: no page, script or archive. */
function isPdf(bytes: Buffer): boolean {
  if (!/^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8))) return false;
  const head = bytes.toString('latin1', 0, HEAD);
  const end = bytes.toString('latin1', Math.max(0, bytes.length - HEAD));
  const archive = bytes
    .subarray(Math.max(0, bytes.length - ARCHIVE_TAIL))
    .includes('PK\u0005\u0006', 'latin1');
  return !/<(script|html|svg|!doctype|\?php)/i.test(head) && /%%EOF[\s\0]*$/.test(end) && !archive;
}

/** The name of a file on one line, without a path or marks that turn its reading direction; with the right ending. */
export function fileNameOf(sent: string, type: AttachmentType): string {
  const plain = (sent.toWellFormed().split(/[/\\]/).at(-1) ?? '')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"<>|:*?]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/^[.\s]+/, '')
    .trim();
  const ending = `.${ATTACHMENT_ENDINGS[type]}`;
  const longest = ATTACHMENT_NAME_MAX - ending.length;
  return (plain || 'archivo').slice(0, longest).toWellFormed().trim() + ending;
}
