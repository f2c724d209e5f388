import type { Logger } from 'pino';
import type { Config } from '../core/config.ts';
import type { Database } from '../database/database.ts';

/** The public half of the keys that tokens are signed with, as a JWK set. */
export type PublicKeys = () => Promise<{ keys: object[] }>;

/** Better Auth is loaded when it is first asked for: it is no small part of the start. */
export function openPublicKeys(config: Config, log: Logger, database: Database): PublicKeys {
  let opening: Promise<PublicKeys> | null = null;
  const open = async (): Promise<PublicKeys> => {
    const { openBetterAuth } = await import('./better-auth.ts');
    const auth = openBetterAuth(config, log, database);
    // The database holds one key: of several who make it at once, the others find the one that is there.
    return () => auth.api.getJwks().catch(() => auth.api.getJwks());
  };
  return async () => {
    opening ??= open();
    try {
      const read = await opening;
      return await read();
    } catch (error) {
      opening = null;
      throw error;
    }
  };
}
