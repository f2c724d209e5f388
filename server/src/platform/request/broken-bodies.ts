import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../core/errors.ts';

/**
 * Reads the body of a request that others wait for, as long as it is being sent: who is silent for a while is cut, and
 * the turn of who is gone is over.
 * @throws request.invalid where the request broke off
 */
export async function readWhileSent<T>({ raw, server }: FastifyRequest, read: () => Promise<T>): Promise<T> {
  const { socket } = raw;
  if (!(socket instanceof Socket)) return read();
  const broken = Promise.withResolvers<never>();
  const onClose = () => {
    if (!raw.complete) broken.reject(new AppError('request.invalid', { details: 'it broke off' }));
  };
  const before = socket.timeout ?? 0;
  socket.setTimeout(server.silence);
  raw.on('close', onClose);
  try {
    // What reads a stream that is destroyed already may wait for its end for ever.
    if (raw.destroyed) onClose();
    return await Promise.race([read(), broken.promise]);
  } finally {
    raw.off('close', onClose);
    socket.setTimeout(before);
  }
}
