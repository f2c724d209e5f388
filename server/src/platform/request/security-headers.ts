import type { Config } from '../core/config.ts';
import type { App } from './define-route.ts';

/** Two years, as the preload lists ask. */
const HSTS = 'max-age=63072000; includeSubDomains';

/** The content security policy of every page. `scriptHashes`: of the script that sets the theme before the first paint. */
export function contentSecurityPolicy(
  scriptHashes: readonly string[],
  imageOrigins: readonly string[],
): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' '),
    "style-src 'self'",
    ["img-src 'self' data: blob:", ...imageOrigins].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    // Not covered by default-src.
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The headers of every answer. */
export function securityHeaders(config: Config, scriptHashes: readonly string[]): Record<string, string> {
  const avatars = config.avatarServiceUrl ? [new URL(config.avatarServiceUrl).origin] : [];
  return {
    'content-security-policy': contentSecurityPolicy(scriptHashes, avatars),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Addresses of pages hold tokens (invitations, resets): they are sent to no other site.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    ...(config.publicUrl.protocol === 'https:' ? { 'strict-transport-security': HSTS } : {}),
  };
}

/** Sets them before anything else runs, so that refusals have them too. */
export function registerSecurityHeaders(app: App, headers: Record<string, string>): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    done();
  });
}
