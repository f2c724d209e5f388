import type { Generated, GeneratedAlways } from 'kysely';
import type { Instant, Nullable, NullableInstant, StampedInstant } from './column-types.ts';

/** The tables of accounts, in the schema `auth`: Better Auth's, and the links that are mailed. */
export type AuthUserTable = {
  id: Generated<string>;
  name: string;
  firstName: Generated<string>;
  lastName: Generated<string>;
  email: string;
  emailVerified: Generated<boolean>;
  /** Kept by a trigger: whether there is a second factor. */
  twoFactorEnabled: GeneratedAlways<boolean>;
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

/** A form that waits for its address to be proved; of its tokens only the SHA-256 is kept. */
export type AuthRegistrationTable = {
  id: Generated<string>;
  email: string;
  first_name: string;
  last_name: string;
  password_hash: string;
  browser_hash: Buffer;
  token_hash: Nullable<Buffer>;
  expires_at: Instant;
  created_at: StampedInstant;
};

/** A link that was mailed; only the SHA-256 of its token is kept. */
export type AuthMailedLinkTable = {
  id: Generated<string>;
  purpose: 'reset_password' | 'set_up';
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
  ended_by: Nullable<string>;
  created_at: StampedInstant;
};

/** Where a key was made or used. */
export type ApiKeyNetworksTable = { api_key_id: string; network: string; created_at: StampedInstant };

/** Second factors, and what is asked for while they are proved. Tokens and codes are kept as hashes. */
type AuthFactorTables = {
  'auth.two_factor': {
    user_id: string;
    secret: Buffer;
    last_step: Nullable<number>;
    confirmed_at: NullableInstant;
    created_at: StampedInstant;
  };
  'auth.recovery_code': { user_id: string; code_hash: Buffer; created_at: StampedInstant };
  'auth.passkey': {
    id: Generated<string>;
    user_id: string;
    name: string;
    credential_id: string;
    public_key: Buffer;
    counter: Generated<number>;
    transports: Generated<string[]>;
    last_used_at: NullableInstant;
    created_at: StampedInstant;
  };
  'auth.sign_in_challenge': {
    token_hash: Buffer;
    user_id: string;
    guesses: Generated<number>;
    expires_at: Instant;
    created_at: StampedInstant;
  };
  'auth.passkey_challenge': {
    challenge_hash: Buffer;
    purpose: 'register' | 'sign_in' | 'second_factor' | 'owner';
    user_id: Nullable<string>;
    expires_at: Instant;
    created_at: StampedInstant;
  };
  'auth.trusted_device': {
    id: Generated<string | null>;
    token_hash: Buffer;
    user_id: string;
    user_agent: Nullable<string>;
    ip_address: Nullable<string>;
    last_used_at: NullableInstant;
    expires_at: Instant;
    created_at: StampedInstant;
  };
  'auth.access_review': { user_id: string; created_at: StampedInstant };
};

/** All of them by their names. */
export type AuthTables = AuthFactorTables & {
  'auth.user': AuthUserTable;
  'auth.session': AuthSessionTable;
  'auth.account': AuthAccountTable;
  'auth.verification': AuthVerificationTable;
  'auth.jwks': AuthJwksTable;
  'auth.rateLimit': AuthRateLimitTable;
  'auth.mailed_link': AuthMailedLinkTable;
  'auth.registration': AuthRegistrationTable;
};
