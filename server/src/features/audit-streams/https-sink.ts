import { createHmac, sign } from 'node:crypto';
import { saidBy } from './http-answer.ts';
import type { Asked, Said } from './sink.ts';

/**
 * NDJSON to any address: one record a line. A batch is signed as a message of a webhook is, over its id, its moment and its
 * bytes: by the key that was given (HMAC-SHA256, `v1`) and by that of the installation (Ed25519, `v1a`).
 */
export async function askHttps({ sink, secrets, batch, outside }: Asked<'https'>): Promise<Said> {
  const body = batch.records.map(({ text }) => `${text}\n`).join('');
  const timestamp = String(Math.floor(Date.now() / 1000));
  const content = Buffer.from(`${batch.id}.${timestamp}.${body}`);
  const symmetric = secrets.signing_key
    ? [`v1,${createHmac('sha256', secrets.signing_key).update(content).digest('base64')}`]
    : [];
  const asymmetric = `v1a,${sign(null, content, outside.signer.private_key).toString('base64')}`;
  const answer = await outside.fetch(sink.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-ndjson',
      'user-agent': 'Atalaya-Audit/1',
      'webhook-id': batch.id,
      'webhook-timestamp': timestamp,
      'webhook-signature': [...symmetric, asymmetric].join(' '),
      ...tokenOf(sink, secrets.token ?? ''),
    },
    body,
  });
  return saidBy(answer, await answer.text());
}

function tokenOf({ auth, header }: Asked<'https'>['sink'], token: string): Record<string, string> {
  if (auth === 'none' || !token) return {};
  return auth === 'bearer' ? { authorization: `Bearer ${token}` } : { [header.toLowerCase()]: token };
}
