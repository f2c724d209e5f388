import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../platform/core/errors.ts';
import { SERVER_FOLDER } from '../../../platform/core/server-folder.ts';
import { takingTurns } from '../../../platform/core/turns.ts';
import type { MailBody } from './mail-body.ts';
import type { MailAnswer } from './mail-body.worker.ts';

/** Bytes of a whole mail; its files are encoded, which makes them a third larger. */
export const MAIL_BYTES = 15 * 1024 * 1024;
/** Its thread, which runs from its source beside the bundle too. */
const WORKER = new URL('src/features/tickets/inbound-mail/mail-body.worker.ts', SERVER_FOLDER);
/** What reading one mail may take; `deadline_ms` from its last byte on. */
type Bounds = {
  resources: { maxOldGenerationSizeMb: number; maxYoungGenerationSizeMb: number; stackSizeMb: number };
  deadline_ms: number;
};
/**
 * The worst within the bounds of parts and lines take a second and 60 MB. A machine that is busy with other things is
 * no reason to refuse a mail, which its server would not send again: the deadline has room for it.
 */
export const BOUNDS: Bounds = {
  resources: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8, stackSizeMb: 2 },
  deadline_ms: 20_000,
};

/** Mails in memory: one arrives while another is read. Those that wait stay with those who send them. */
const inTurn = takingTurns({ atOnce: 2, waiting: 22 });
/** One of them is read at a time, once all of it has arrived: the thread never waits for a sender. */
const readInTurn = takingTurns({ atOnce: 1, waiting: 3 });

/** A mail on its way: what has come of it, the rest, and how reading the rest ends where it comes no more. */
export type IncomingMail = {
  begun: Buffer;
  chunks: AsyncIterator<Buffer>;
  whileSent: <T>(read: () => Promise<T>) => Promise<T>;
};

/**
 * Takes what is left of a mail and reads what it holds, in a thread of its own: the mail of one sender costs the
 * other users one processor at most.
 * @throws request.too_large; request.invalid for what cannot be read in time and memory, or is not sent to its end;
 *   server.unavailable where too many wait
 */
export function readMail(
  { begun, chunks, whileSent }: IncomingMail,
  bounds: Bounds = BOUNDS,
): Promise<MailBody> {
  return inTurn(async () => {
    const raw = await whileSent(() => takeAll(begun, chunks));
    return readInTurn(() => readInThread(raw, bounds));
  });
}

/** Each chunk in memory of its own: as it is it would bring along all of the memory that it is a part of. */
async function takeAll(begun: Buffer, chunks: AsyncIterator<Buffer>): Promise<Uint8Array<ArrayBuffer>[]> {
  const taken: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const take = (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAIL_BYTES) throw new AppError('request.too_large');
    taken.push(new Uint8Array(chunk));
  };
  take(begun);
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) take(next.value);
  return taken;
}

async function readInThread(
  raw: Uint8Array<ArrayBuffer>[],
  { resources, deadline_ms }: Bounds,
): Promise<MailBody> {
  const worker = new Worker(WORKER, { resourceLimits: resources, execArgv: [] });
  const limit = new AbortController();
  const answered = once(worker, 'message', { signal: limit.signal });
  // Looked at below, once all is sent.
  answered.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  try {
    // Handed over chunk by chunk: put together here, they would keep all requests waiting for their memory.
    for (const chunk of raw) worker.postMessage(chunk, [chunk.buffer]);
    worker.postMessage(null);
    timer = setTimeout(() => limit.abort(), deadline_ms);
    const [answer] = (await answered.catch(refusedWhereTooMuch)) as [MailAnswer];
    if ('refusal' in answer) throw new AppError(answer.refusal);
    return answer.body;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

function refusedWhereTooMuch(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code !== 'ABORT_ERR' && code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
  throw new AppError('request.invalid', { details: error });
}
