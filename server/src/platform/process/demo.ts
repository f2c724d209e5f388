import type { FastifyRequest } from 'fastify';
import { ConfigError } from '../core/config.ts';
import { holdsOnlyDemo, wasDemo } from '../database/installation.queries.ts';
import { isLocal, isLoopback } from '../core/loopback.ts';
import type { Platform } from './platform.ts';

/**
 * Whether a request gets the demo: accounts with a published password, and sign-in without one. It takes three things:
 * the configuration, a caller on this machine, and a database without real people.
 */
export async function isDemoFor(platform: Platform, request: FastifyRequest): Promise<boolean> {
  return platform.config.demo && isLocal(request) && (await isDemoDatabase(platform));
}

/** Whether all people in the database are of the demonstration. */
export function isDemoDatabase({ database }: Platform): Promise<boolean> {
  return database.withSystem('whether all people are of the demo', holdsOnlyDemo);
}

/** The domain of the accounts whose password is published: it is reserved for tests, and holds no real address. */
const DEMO_DOMAIN = '@demo.test';

/**
 * Whether an account's password is published. Only a request that began on this machine may use such an account, in any
 * configuration: a tunnel to a server on one's own machine opens it to the world.
 */
export const isPublished = (email: string): boolean => email.endsWith(DEMO_DOMAIN);

/**
 * Keeps published passwords from an address that others can reach.
 * @throws ConfigError where the database of a demonstration is to be served in production, at a public address, in a
 *   network or behind a proxy
 */
export async function refuseDemoInPublic({ config, database }: Platform): Promise<void> {
  const { production, publicUrl, host, trustProxy } = config;
  const wrong = production
    ? 'NODE_ENV=production'
    : !isLoopback(publicUrl.hostname)
      ? `PUBLIC_URL=${publicUrl.origin}`
      : !isLoopback(host)
        ? `HOST=${host}`
        : trustProxy !== false
          ? `TRUST_PROXY=${trustProxy === true ? 'on' : trustProxy}`
          : null;
  if (wrong === null || !(await database.withSystem('whether the demo was here', wasDemo))) return;
  throw new ConfigError(
    `La base de datos tiene los datos de demostración, con contraseñas publicadas, y no puede servirse con ${wrong}. Use otra, vacía: DATABASE_URL o DATA_DIR.`,
  );
}
