import type { GivenSink, Sink } from '@atalaya/contract/audit-streams';
import { STREAM_SECRETS } from '@atalaya/contract/audit-stream-choices';
import type { StreamSecret } from '@atalaya/contract/audit-stream-choices';
import { keyFor, seal, unseal } from '../../platform/core/sealed.ts';
import type { Platform } from '../../platform/process/platform.ts';
import type { Secrets } from './sink.ts';

const sealingKey = ({ config }: Pick<Platform, 'config'>) =>
  keyFor(config.authSecret, 'secrets of audit streams');

export const sealSecrets = (platform: Pick<Platform, 'config'>, stream_id: string, secrets: Secrets) =>
  seal(sealingKey(platform), stream_id, Buffer.from(JSON.stringify(secrets)));

/** null where they were sealed with another AUTH_SECRET. */
export function unsealSecrets(
  platform: Pick<Platform, 'config'>,
  stream_id: string,
  sealed: Buffer,
): Secrets | null {
  const text = unseal(sealingKey(platform), stream_id, sealed)?.toString();
  return text === undefined ? null : (JSON.parse(text) as Secrets);
}

export const namesOf = (secrets: Secrets): StreamSecret[] =>
  STREAM_SECRETS.filter((name) => secrets[name] !== undefined);

const isSecret = (name: string): name is StreamSecret => (STREAM_SECRETS as readonly string[]).includes(name);

/** A sink as a person gave it, in what may be shown and what may not. */
export function parted(given: GivenSink): { sink: Sink; secrets: Secrets } {
  const entries = Object.entries(given);
  return {
    sink: Object.fromEntries(entries.filter(([name]) => !isSecret(name))) as Sink,
    secrets: Object.fromEntries(entries.filter(([name]) => isSecret(name))),
  };
}

/** Those that there are once some were given: '' takes one away. */
export const merged = (kept: Secrets, given: Secrets): Secrets =>
  Object.fromEntries(Object.entries({ ...kept, ...given }).filter(([, value]) => value));
