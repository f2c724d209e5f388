import { parentPort } from 'node:worker_threads';
import { AppError } from '../../../platform/core/errors.ts';
import { readBody } from './mail-body.ts';
import type { MailBody } from './mail-body.ts';

/** What the thread that reads one mail answers: what it holds, or why it was refused. */
export type MailAnswer = { body: MailBody } | { refusal: 'request.too_large' | 'request.invalid' };

const chunks: Uint8Array[] = [];
parentPort?.on('message', (chunk: Uint8Array | null) => {
  if (chunk) chunks.push(chunk);
  else void answer(Buffer.concat(chunks.splice(0)));
});

async function answer(raw: Buffer): Promise<void> {
  const told = await readBody(raw).then(
    (body): MailAnswer => ({ body }),
    (error: unknown): MailAnswer => {
      const isTooLarge = error instanceof AppError && error.code === 'request.too_large';
      return { refusal: isTooLarge ? 'request.too_large' : 'request.invalid' };
    },
  );
  parentPort?.postMessage(told, 'body' in told ? told.body.files.map(({ bytes }) => bytes.buffer) : []);
}
