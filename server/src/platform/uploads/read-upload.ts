import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { App } from '../define-route.ts';
import { AppError } from '../errors.ts';

/** Lets the routes registered on this application take multipart/form-data; nothing is written to the disk. */
export async function acceptUploads(app: App): Promise<void> {
  await app.register(multipart);
}

/**
 * The only file of a multipart request, in memory.
 * @returns its bytes, or 'too_large' where it has more than `max_bytes`
 * @throws request.unsupported_media; request.invalid for none, two, any other field or a request that breaks off
 */
export async function readUpload(
  request: FastifyRequest,
  name: string,
  max_bytes: number,
): Promise<Buffer | 'too_large'> {
  const file = await readNamedUpload(request, name, max_bytes);
  return file === 'too_large' ? file : file.bytes;
}

/** The same with the name that the client gives it, which is the client's own text. */
export async function readNamedUpload(
  request: FastifyRequest,
  name: string,
  max_bytes: number,
): Promise<{ bytes: Buffer; filename: string } | 'too_large'> {
  if (!request.isMultipart()) throw new AppError('request.unsupported_media');
  let file: { bytes: Buffer; filename: string } | null = null;
  try {
    // One more of each than is taken: a surplus is seen and refused, not dropped.
    const limits = { fileSize: max_bytes, files: 2, fields: 1, parts: 3, fieldSize: 100, headerPairs: 20 };
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file' || part.fieldname !== name || file) throw surplus(name);
      file = { bytes: await part.toBuffer(), filename: part.filename };
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof request.server.multipartErrors.RequestFileTooLargeError) return 'too_large';
    throw new AppError('request.invalid', { details: error });
  }
  if (!file) throw new AppError('request.invalid', { fields: [{ field: name, code: 'required' }] });
  return file;
}

const surplus = (name: string) =>
  new AppError('request.invalid', { fields: [{ field: name, code: 'invalid' }] });
