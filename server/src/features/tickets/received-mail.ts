import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../platform/errors.ts';
import { SERVER_FOLDER } from '../../platform/server-folder.ts';
import { oneAtATime } from '../../platform/turns.ts';
import type { MailBody } from './mail-body.ts';
import type { MailAnswer } from './mail-body.worker.ts';

/** Bytes of a whole mail; its files are encoded, which makes them a third larger. */
export const MAIL_BYTES = 15 * 1024 * 1024;
/** Its thread, which runs from its source beside the bundle too. */
const WORKER = new URL('src/features/tickets/mail-body.worker.ts', SERVER_FOLDER);
/** What reading one mail may take: the worst within the bounds of its parts and lines take a second and 60 MB. */
const RESOURCES = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8, stackSizeMb: 2 };
/** Milliseconds from its last byte on. */
const DEADLINE = 20_000;

/** Mails that wait to be read; their bytes stay with those who send them. */
const inTurn = oneAtATime(20);

/**
 * Reads what is left of a mail and what it holds, in a thread of its own: whatever somebody sends costs nobody else
 * more than a processor. One mail at a time is in memory.
 * @param begun what was read of it before
 * @throws request.too_large; request.invalid for what cannot be read in time and memory; server.unavailable
 */
export function readMail(begun: Buffer, chunks: AsyncIterator<Buffer>): Promise<MailBody> {
  return inTurn(async () => {
    const worker = new Worker(WORKER, { resourceLimits: RESOURCES, execArgv: [] });
    const limit = new AbortController();
    const answered = once(worker, 'message', { signal: limit.signal });
    // Looked at below, once all is sent.
    answered.catch(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    try {
      await sendAll(worker, begun, chunks);
      timer = setTimeout(() => limit.abort(), DEADLINE);
      const [answer] = (await answered.catch(refusedWhereTooMuch)) as [MailAnswer];
      if ('refusal' in answer) throw new AppError(answer.refusal);
      return answer.body;
    } finally {
      clearTimeout(timer);
      await worker.terminate();
    }
  });
}

/** Chunk by chunk: to put 15 MB together here would keep everybody waiting for their memory. */
async function sendAll(worker: Worker, begun: Buffer, chunks: AsyncIterator<Buffer>): Promise<void> {
  let size = 0;
  const send = (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAIL_BYTES) throw new AppError('request.too_large');
    // Sent as it is, a chunk would bring along all of the memory that it is a part of.
    const bytes = new Uint8Array(chunk);
    worker.postMessage(bytes, [bytes.buffer]);
  };
  send(begun);
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) send(next.value);
  worker.postMessage(null);
}

function refusedWhereTooMuch(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code !== 'ABORT_ERR' && code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
  throw new AppError('request.invalid', { details: error });
}
