import { createHmac } from 'node:crypto';
import { keyFor } from '../../platform/core/sealed.ts';
import { isSameSecret } from '../../platform/core/token.ts';
import { isFirst } from '../../platform/limits/rate-limits.ts';
import type { Platform } from '../../platform/process/platform.ts';

/** Seconds for which what was told of a call may be agreed to. */
export const CONFIRMATION_SECONDS = 300;
const ONCE = { name: 'assistant-confirmations', max: 1, seconds: CONFIRMATION_SECONDS };

type About = { api_key_id: string; fingerprint: Buffer };

/** What the second call says: of this assistant, with these very arguments, within five minutes, once. */
export function makeConfirmation(platform: Platform, about: About, now = Date.now()): string {
  const until = now + CONFIRMATION_SECONDS * 1000;
  return `${until}.${signature(platform, about, until)}`;
}

export async function isConfirmed(
  platform: Platform,
  about: About,
  said: string,
  now = Date.now(),
): Promise<boolean> {
  const until = Number(/^\d{1,15}(?=\.)/.exec(said)?.[0] ?? 0);
  if (until < now || !isSameSecret(said, `${until}.${signature(platform, about, until)}`)) return false;
  return isFirst(platform, ONCE, said);
}

function signature({ config }: Platform, { api_key_id, fingerprint }: About, until: number): string {
  return createHmac('sha256', keyFor(config.authSecret, 'assistant confirmations'))
    .update(`${api_key_id} ${fingerprint.toString('hex')} ${until}`)
    .digest('base64url');
}
