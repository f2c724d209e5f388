import type { App } from '../../platform/request/define-route.ts';
import { takeFromClient } from '../../platform/limits/rate-limits.ts';
import type { Limit } from '../../platform/limits/rate-limits.ts';
import type { Platform } from '../../platform/process/platform.ts';

/** Who checks tokens keeps the keys for as long as they are told to. */
const READS: Limit = { name: 'public-keys', max: 60, seconds: 60 };

/** The public keys that tokens of this server are checked with. */
export function registerPublicKeys(app: App, platform: Platform): void {
  app.get('/.well-known/jwks.json', async (request, reply) => {
    await takeFromClient(platform, READS, request.ip);
    return reply.header('cache-control', 'public, max-age=300').send(await platform.accounts.publicKeys());
  });
}
