import { AwsV4Signer } from 'aws4fetch';
import { saidBy } from './http-answer.ts';
import type { Written } from './record.ts';
import type { Asked, Said } from './sink.ts';

/**
 * A bucket of S3, or of what speaks as it does, by addresses that have the bucket in their path: one object of NDJSON for each
 * batch. It is named by its first record, so that a batch that is sent again takes the place of itself.
 */
export async function askS3({ sink, secrets, batch, outside }: Asked<'s3'>): Promise<Said> {
  const body = batch.records.map(({ text }) => `${text}\n`).join('');
  const signer = new AwsV4Signer({
    method: 'PUT',
    url: addressOf(sink, batch.records),
    headers: { 'content-type': 'application/x-ndjson' },
    body,
    service: 's3',
    region: sink.region,
    accessKeyId: sink.access_key_id,
    secretAccessKey: secrets.secret_access_key ?? '',
  });
  const { method, url, headers } = await signer.sign();
  const answer = await outside.fetch(url, { method, headers, body });
  return saidBy(answer, await answer.text());
}

/** 'https://s3.example/bucket/prefix/2026/11/29/0004000000000012-9218….ndjson' */
function addressOf({ url, bucket, prefix }: Asked<'s3'>['sink'], [first]: readonly Written[]): string {
  if (!first) throw new Error('a batch without records');
  const day = first.at.toISOString().slice(0, 10).replaceAll('-', '/');
  const name = `${String(first.order).padStart(16, '0')}-${first.id}.ndjson`;
  const parts = [bucket, ...prefix.split('/').filter((part) => part !== ''), ...day.split('/'), name];
  return `${url.replace(/\/+$/, '')}/${parts.map(encodeURIComponent).join('/')}`;
}
