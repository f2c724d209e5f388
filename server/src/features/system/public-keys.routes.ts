import type { App } from '../../platform/define-route.ts';
import type { Platform } from '../../platform/platform.ts';

/** The public keys that tokens of this server are checked with (specification, section 7). */
export function registerPublicKeys(app: App, platform: Platform): void {
  app.get('/.well-known/jwks.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(await platform.accounts.publicKeys()),
  );
}
