import { connect } from 'node:tls';
import type { ConnectionOptions } from 'node:tls';
import { guardedConnection } from '../../platform/core/guarded-fetch.ts';
import type { Written } from './record.ts';
import type { Asked, Said } from './sink.ts';

/** Facility 13 (log audit), severity 6 (informational). */
const PRIORITY = 13 * 8 + 6;
/** What a receiver should take of one message (RFC 5425, 4.3.1). */
const OCTETS_MAX = 8192;
/** Within it a receiver that does not want us has ended the connection: by TLS 1.3 that is after our side is ready. */
const SETTLE_MS = 1_000;

/**
 * Syslog (RFC 5424) over TLS, each message led by how many octets it has (RFC 5425). Nothing answers a message: they were
 * taken where the receiver keeps the connection until it is told that there are no more, and ends it in order then.
 */
export async function askSyslog({ sink, secrets, batch, outside }: Asked<'syslog'>): Promise<Said> {
  const over = AbortSignal.any([outside.signal, AbortSignal.timeout(outside.answer_ms)]);
  const options = {
    ...(await guardedConnection(outside.guard, sink.url, over)),
    ...(sink.authority ? { ca: sink.authority } : {}),
    ...(sink.certificate ? { cert: sink.certificate, key: secrets.client_key ?? '' } : {}),
    minVersion: 'TLSv1.2',
  } as const;
  const content = Buffer.concat(batch.records.map((record) => framed(record, outside.source)));
  await exchange(options, content, over);
  return { problem: null, status: null, answer: null, retry_after: 0 };
}

function framed(record: Written, source: string): Buffer {
  const message = messageOf(record, source, record.text);
  const fitting =
    Buffer.byteLength(message) <= OCTETS_MAX ? message : messageOf(record, source, record.shortened());
  return Buffer.from(`${Buffer.byteLength(fitting)} ${fitting}`);
}

function messageOf({ at }: Written, source: string, text: string): string {
  return `<${PRIORITY}>1 ${at.toISOString()} ${source} atalaya - audit - ${ascii(text)}`;
}

/** JSON in which nothing depends on an encoding, of which receivers are not told. */
const ascii = (json: string) =>
  json.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

function exchange(options: ConnectionOptions, content: Buffer, over: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    let isTold = false;
    let hasEnded = false;
    const socket = connect(options, () => {
      socket.write(content, () => {
        timer = setTimeout(() => {
          isTold = true;
          socket.end();
        }, SETTLE_MS);
      });
    });
    const cut = () => socket.destroy(new Error('the receiver did not end the connection'));
    over.addEventListener('abort', cut);
    socket.resume();
    socket.on('end', () => {
      hasEnded = isTold;
    });
    socket.on('error', reject);
    socket.on('close', () => {
      over.removeEventListener('abort', cut);
      clearTimeout(timer);
      if (hasEnded) resolve();
      else reject(new Error('the receiver broke the connection off'));
    });
  });
}
