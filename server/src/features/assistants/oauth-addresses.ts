import type { Config } from '../../platform/core/config.ts';

type Own = Pick<Config, 'publicUrl'>;

/** What an assistant connects to, and what its tokens are for. */
export const mcpAddress = ({ publicUrl }: Own) => `${publicUrl.origin}/mcp`;

/** Where a program that was refused learns how it is let in (RFC 9728). */
export const resourceMetadataAddress = ({ publicUrl }: Own) =>
  `${publicUrl.origin}/.well-known/oauth-protected-resource/mcp`;

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** A program on the person's own machine, which listens on any port that is free (RFC 8252, 7.3). */
export const isLoopbackUri = (uri: string): boolean => {
  const { protocol, hostname } = new URL(uri);
  return protocol === 'http:' && LOOPBACK.has(hostname);
};

/**
 * Whether a program may register this address to be sent back to: https, or http on the person's own machine; none that
 * a browser runs (javascript:), and none with a fragment.
 */
export function isRedirectUri(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hash, username, password } = new URL(uri);
  if (hash !== '' || uri.includes('#') || username !== '' || password !== '') return false;
  return protocol === 'https:' || isLoopbackUri(uri);
}

/** Whether it is one of those that were registered: to the letter, save the port on the own machine. */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  if (registered.includes(uri)) return true;
  return (
    isRedirectUri(uri) &&
    isLoopbackUri(uri) &&
    registered.some((one) => withoutPort(one) === withoutPort(uri))
  );
}

function withoutPort(uri: string): string {
  const url = new URL(uri);
  url.port = '';
  return url.href;
}

/** The address with an answer in its query. */
export function withAnswer(uri: string, answer: Record<string, string | undefined>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(answer))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
