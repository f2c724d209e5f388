import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import type { S3Config } from '../core/config.ts';
import { chunksOf } from '../database/chunks.ts';
import { AppError } from '../core/errors.ts';
import { checkedFolder, checkedKey } from './storage.ts';
import type { Storage, StoredFile } from './storage.ts';

const RETRIES = 2;
/** A large file over a slow line. */
const SEND_TIMEOUT_MS = 120_000;
/** The longest wait for a storage that is there but does not answer. */
const ANSWER_TIMEOUT_MS = 10_000;
const REMOVED_AT_ONCE = 8;

type Call = (
  method: string,
  key: string,
  options?: { body?: Blob | Uint8Array<ArrayBuffer>; query?: Record<string, string>; headers?: HeadersInit },
) => Promise<Response>;

/** Files in one bucket of an S3 server, by the addresses that have the bucket in their path. */
export function openS3Storage(config: S3Config): Storage {
  const call = caller(config);
  const put = async (key: string, body: Blob | Uint8Array<ArrayBuffer>) => {
    checkedKey(key);
    // Not every server knows the condition of the write.
    if (found(await call('HEAD', key))) throw new Error('a stored file is never replaced');
    const reply = await call('PUT', key, { body, headers: { 'if-none-match': '*' } });
    if (reply.status === 412) throw new Error('a stored file is never replaced');
    await expectSuccess(reply);
  };
  const open = async (key: string) => {
    const reply = await call('GET', checkedKey(key));
    return found(reply) ? reply : null;
  };
  return {
    put: (key, bytes) => put(key, new Uint8Array(bytes)),
    putFile: async (key, place) => put(key, await openAsBlob(place)),
    get: async (key) => {
      const reply = await open(key);
      return reply && Buffer.from(await reply.arrayBuffer().catch(unavailable));
    },
    open: async (key) => {
      const reply = await open(key);
      if (!reply?.body) return null;
      const size = Number(reply.headers.get('content-length'));
      return { stream: Readable.fromWeb(reply.body as WebStream<Uint8Array>), size };
    },
    removeFolder: async (folder) => {
      const keys = (await Array.fromAsync(list(call, folder))).map(({ key }) => key);
      for (const chunk of chunksOf(keys, REMOVED_AT_ONCE))
        await Promise.all(chunk.map(async (key) => found(await call('DELETE', key))));
    },
    list: (folder) => list(call, folder),
  };
}

function caller({ bucket, endpoint, region, accessKeyId, secretAccessKey }: S3Config): Call {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });
  const base = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  const root = `${base.href.replace(/\/$/, '')}/${bucket}`;
  return (method, key, { body, query, headers } = {}) => {
    const url = `${root}${key && '/'}${key}${query ? `?${new URLSearchParams(query).toString()}` : ''}`;
    // Until the answer begins: reading a large file may take longer.
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), body ? SEND_TIMEOUT_MS : ANSWER_TIMEOUT_MS);
    return client
      .fetch(url, {
        method,
        signal: limit.signal,
        ...(body ? { body } : {}),
        ...(headers ? { headers } : {}),
      })
      .catch(unavailable)
      .finally(() => clearTimeout(timer));
  };
}

/** Every file of a folder, page by page: each begins after the last key of the one before. */
async function* list(call: Call, folder: string): AsyncGenerator<StoredFile> {
  const prefix = `${checkedFolder(folder)}/`;
  for (let after = ''; ;) {
    const query = { prefix, ...(after ? { marker: after } : {}) };
    const reply = await call('GET', '', { query });
    await expectSuccess(reply);
    const page = [...filesIn(await reply.text())];
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.key;
  }
}

/** Our keys and ISO instants hold nothing that XML would escape. */
function* filesIn(xml: string): Generator<StoredFile> {
  for (const [, entry = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const key = /<Key>([^<]+)<\/Key>/.exec(entry)?.[1];
    const written = /<LastModified>([^<]+)<\/LastModified>/.exec(entry)?.[1];
    if (key && written) yield { key, written_at: new Date(written) };
  }
}

/** Whether it was there. @throws AppError on any answer but success and 404 */
function found(reply: Response): boolean {
  if (reply.ok) return true;
  if (reply.status === 404) return false;
  return unavailable(new Error(`the storage answered ${String(reply.status)}`));
}

async function expectSuccess(reply: Response): Promise<void> {
  if (reply.ok) return;
  const said = (await reply.text().catch(() => '')).slice(0, 500);
  unavailable(new Error(`the storage answered ${String(reply.status)}: ${said}`));
}

function unavailable(error: unknown): never {
  throw new AppError('storage.unavailable', { headers: { 'retry-after': '5' }, details: error });
}
