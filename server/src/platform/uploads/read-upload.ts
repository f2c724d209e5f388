import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { App } from '../request/define-route.ts';
import { AppError } from '../core/errors.ts';
import { readWhileSent } from '../request/broken-bodies.ts';
import type { takingTurns } from '../core/turns.ts';

/** Lets the routes registered on this application take multipart/form-data; nothing is written to the disk. */
export async function acceptUploads(app: App): Promise<void> {
  await app.register(multipart);
}

/** A file in memory, and the name that the client gives it, which is the client's own text. */
export type Upload = { bytes: Buffer; filename: string };

/** Uploads of a kind: each is in memory from its first byte until what is done with it is done. */
export type UploadLine = ReturnType<typeof takingTurns>;

/**
 * Does something with the only file of a multipart request. Its bytes stay with the sender until it is its turn.
 * @param work is given 'too_large' where the file has more than `max_bytes`
 * @throws server.unavailable where too many wait; request.unsupported_media; request.invalid for no file, two, any other
 *   field or a request that breaks off
 */
export function withUpload<T>(
  inTurn: UploadLine,
  request: FastifyRequest,
  max_bytes: number,
  work: (upload: Upload | 'too_large') => Promise<T>,
): Promise<T> {
  return inTurn(
    async () => work(await readWhileSent(request, () => readUpload(request, 'file', max_bytes))),
    request.signedIn?.actor.profile_id,
  );
}

async function readUpload(
  request: FastifyRequest,
  name: string,
  max_bytes: number,
): Promise<Upload | 'too_large'> {
  if (!request.isMultipart()) throw new AppError('request.unsupported_media');
  let file: Upload | null = null;
  try {
    // One more of each than is taken: a surplus is seen and refused, not dropped.
    const limits = { fileSize: max_bytes, files: 2, fields: 1, parts: 3, fieldSize: 100, headerPairs: 20 };
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file' || part.fieldname !== name || file) throw surplus(name);
      file = { bytes: await bytesOf(part.file, max_bytes), filename: part.filename };
      if (part.file.truncated) return 'too_large';
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof request.server.multipartErrors.RequestFileTooLargeError) return 'too_large';
    throw new AppError('request.invalid', { details: error });
  }
  if (!file) throw new AppError('request.invalid', { fields: [{ field: name, code: 'required' }] });
  return file;
}

/** Piece by piece into the memory that all of it takes: to put ten megabytes together at its end stops the process. */
async function bytesOf(file: Readable, max_bytes: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(max_bytes);
  let size = 0;
  for await (const piece of file as AsyncIterable<Buffer>) size += piece.copy(bytes, size);
  return bytes.subarray(0, size);
}

const surplus = (name: string) =>
  new AppError('request.invalid', { fields: [{ field: name, code: 'invalid' }] });
