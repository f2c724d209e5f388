import type { FastifyRequest } from 'fastify';
import { ConfigError } from './config.ts';
import { holdsOnlyDemo, wasDemo } from './installation.queries.ts';
import { isLocal, isLoopback } from './loopback.ts';
import type { Platform } from './platform.ts';

/**
 * Whether a request gets the demo: accounts with a published password, and sign-in without one. It takes three things:
 * the configuration, a caller on this machine, and a database without real people.
 */
export async function isDemoFor(platform: Platform, request: FastifyRequest): Promise<boolean> {
  return platform.config.demo && isLocal(request) && (await isDemoDatabase(platform));
}

/** Whether everybody in the database is of the demonstration. */
export function isDemoDatabase({ database }: Platform): Promise<boolean> {
  return database.withSystem('whether all people are of the demo', holdsOnlyDemo);
}

/**
 * Keeps published passwords from an address that others can reach.
 * @throws ConfigError where the database of a demonstration is to be served in production or on a public address
 */
export async function refuseDemoInPublic({ config, database }: Platform): Promise<void> {
  if (!config.production && isLoopback(config.publicUrl.hostname)) return;
  if (!(await database.withSystem('whether the demo was here', wasDemo))) return;
  throw new ConfigError(
    `La base de datos tiene los datos de demostración, con contraseñas publicadas, y no puede servirse en ${config.publicUrl.origin}. Use otra, vacía: DATABASE_URL o DATA_DIR.`,
  );
}
