import { createServer } from 'node:http';
import { identicon } from '../server/src/features/avatars/identicon.ts';

/** A bare server of the same pictures, which keeps every one: what the route of ours is measured against. */

type Drawn = { body: string | Buffer; headers: Record<string, string | number> };
const kept = new Map<string, Drawn>();

createServer((request, response) => {
  const { body, headers } = pictureOf(request.url ?? '/');
  response.writeHead(200, headers).end(body);
}).listen(Number(process.env['PORT']), '127.0.0.1');

function pictureOf(address: string): Drawn {
  const known = kept.get(address);
  if (known) return known;
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  const [hash = '', format] = pathname.slice('/avatar/'.length).split('.');
  const body = identicon(hash, Number(searchParams.get('s') ?? 80), format === 'png' ? 'png' : 'svg');
  const headers = {
    'content-type': format === 'png' ? 'image/png' : 'image/svg+xml',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'public, max-age=31536000, immutable',
    etag: `"${address}"`,
  };
  const drawn = { body, headers };
  kept.set(address, drawn);
  return drawn;
}
