import type { Generated } from 'kysely';
import type { Instant, Nullable, NullableInstant, StampedInstant } from './column-types.ts';

/** The tables of accounts, in the schema `auth`: Better Auth's, and the links that are mailed. */
export type AuthUserTable = {
  id: Generated<string>;
  name: string;
  firstName: Generated<string>;
  lastName: Generated<string>;
  email: string;
  emailVerified: Generated<boolean>;
  image: Nullable<string>;
  createdAt: StampedInstant;
  updatedAt: StampedInstant;
};

export type AuthSessionTable = {
  id: Generated<string>;
  expiresAt: Instant;
  token: string;
  createdAt: StampedInstant;
  updatedAt: StampedInstant;
  ipAddress: Nullable<string>;
  userAgent: Nullable<string>;
  userId: string;
};

export type AuthAccountTable = {
  id: Generated<string>;
  accountId: string;
  providerId: string;
  userId: string;
  accessToken: Nullable<string>;
  refreshToken: Nullable<string>;
  idToken: Nullable<string>;
  accessTokenExpiresAt: NullableInstant;
  refreshTokenExpiresAt: NullableInstant;
  scope: Nullable<string>;
  password: Nullable<string>;
  createdAt: StampedInstant;
  updatedAt: StampedInstant;
};

export type AuthVerificationTable = {
  id: Generated<string>;
  identifier: string;
  value: string;
  expiresAt: Instant;
  createdAt: StampedInstant;
  updatedAt: StampedInstant;
};

export type AuthJwksTable = {
  id: Generated<string>;
  publicKey: string;
  privateKey: string;
  createdAt: Instant;
  expiresAt: NullableInstant;
  alg: Nullable<string>;
  crv: Nullable<string>;
};

export type AuthRateLimitTable = { id: Generated<string>; key: string; count: number; lastRequest: number };

/** A link that was mailed; only the SHA-256 of its token is kept. */
export type AuthMailedLinkTable = {
  id: Generated<string>;
  purpose: 'verify_email' | 'reset_password' | 'set_up';
  token_hash: Buffer;
  user_id: Nullable<string>;
  profile_id: Nullable<string>;
  expires_at: Instant;
  used_at: NullableInstant;
  created_at: StampedInstant;
};

/** Only the SHA-256 of a key is kept. */
export type ApiKeysTable = {
  id: Generated<string>;
  profile_id: string;
  name: string;
  prefix: string;
  token_hash: Buffer;
  scopes: string[];
  expires_at: Instant;
  last_used_at: NullableInstant;
  revoked_at: NullableInstant;
  created_at: StampedInstant;
};
