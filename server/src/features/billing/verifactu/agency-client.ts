import { request } from 'node:https';
import type { ClientRequest } from 'node:http';
import type { VerifactuConfig } from '../../../platform/core/verifactu-config.ts';
import type { OpenedCertificate } from './certificate.service.ts';

/** What the agency was asked has no answer that says what became of it: it is asked for before anything is sent again. */
export class AnswerLost extends Error {
  override name = 'AnswerLost';
}
/** It never got there. */
export class NotReached extends Error {
  override name = 'NotReached';
}

/** A message of 1,000 records is answered within a minute or two. */
const TIMEOUT_MS = 120_000;
const BYTES_MAX = 4 * 1024 * 1024;

export type Asked = {
  environment: 'test' | 'real';
  certificate: OpenedCertificate;
  message: string;
  timeout_ms?: number | undefined;
};

/**
 * Sends a message over a connection on which both sides show their certificate, and returns what is answered: also a
 * refusal, which the service answers with status 500.
 * @throws NotReached, AnswerLost
 */
export function askAgency(
  { addresses, ca }: VerifactuConfig,
  { environment, certificate, message, timeout_ms = TIMEOUT_MS }: Asked,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let isConnected = false;
  const failed = (error: unknown) => {
    const words = error instanceof Error ? error.message : String(error);
    reject(isConnected ? new AnswerLost(words) : new NotReached(words));
  };
  const sent = request(addresses[environment][certificate.kind], {
    method: 'POST',
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' },
    key: certificate.key,
    cert: certificate.chain.join('\n'),
    ...(ca === null ? {} : { ca }),
    agent: false,
    signal: AbortSignal.timeout(timeout_ms),
  });
  sent.on('socket', (socket) => socket.on('secureConnect', () => (isConnected = true)));
  sent.on('error', failed);
  readAnswer(sent).then(resolve, failed);
  sent.end(message);
  return promise;
}

function readAnswer(sent: ClientRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    sent.on('response', (answer) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      answer.on('data', (part: Buffer) => {
        bytes += part.length;
        parts.push(part);
        if (bytes > BYTES_MAX) answer.destroy(new Error('the answer is too large'));
      });
      answer.on('error', reject);
      answer.on('end', () => resolve(Buffer.concat(parts).toString('utf8')));
    });
  });
}
