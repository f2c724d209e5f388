import { betterAuth } from 'better-auth';
import { jwt } from 'better-auth/plugins';
import type { Logger } from 'pino';
import type { Config } from '../core/config.ts';
import type { Database } from '../database/database.ts';
import { ABSOLUTE_DAYS, IDLE_HOURS } from '../core/session-lifetime.ts';
import { openPasswordHasher } from './password-hash.ts';
import { sessionCookieName } from './session-cookie.ts';

const HOUR = 3_600;

/**
 * Better Auth on our tables. Its HTTP handler is not mounted: what people call is the contract alone. Migrate
 * first: it looks at the schema when it is made. Its calls use connections of their own, never an open transaction.
 */
export function openBetterAuth(config: Config, log: Logger, database: Database) {
  const secure = config.publicUrl.protocol === 'https:';
  const hasher = openPasswordHasher();
  return betterAuth({
    baseURL: config.publicUrl.origin,
    secret: config.authSecret,
    trustedOrigins: [config.publicUrl.origin],
    logger: { log: (level, message) => log[level](message) },
    telemetry: { enabled: false },
    database: { db: database.kysely, type: 'postgres', schemaName: 'auth', transaction: true },
    user: {
      additionalFields: {
        firstName: { type: 'string', input: false, required: false },
        lastName: { type: 'string', input: false, required: false },
      },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: config.requireEmailVerification,
      revokeSessionsOnPasswordReset: true,
      password: {
        hash: hasher.hash,
        verify: ({ hash, password }) => hasher.verify(hash, password),
      },
    },
    session: {
      expiresIn: ABSOLUTE_DAYS * 24 * HOUR,
      updateAge: IDLE_HOURS * HOUR,
      cookieCache: { enabled: false },
    },
    verification: { storeIdentifier: 'hashed' },
    account: { accountLinking: { enabled: false } },
    rateLimit: { enabled: config.rateLimit, storage: 'database' },
    advanced: {
      database: { generateId: 'uuid' },
      useSecureCookies: false,
      cookies: {
        session_token: {
          name: sessionCookieName(config),
          attributes: { httpOnly: true, sameSite: 'lax', secure, path: '/' },
        },
      },
    },
    plugins: [jwt()],
  });
}
