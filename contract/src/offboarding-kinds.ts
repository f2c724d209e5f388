/** Kinds of what a person holds, in the order in which they are told. */
export const HELD_KINDS = [
  'session',
  'trusted_browser',
  'api_key',
  'password',
  'authenticator_app',
  'recovery_code',
  'passkey',
  'provider',
  'access_link',
  'ticket',
  'invitation',
  'transfer',
  'data_export',
  'notification_preference',
  'notification',
  'mail',
] as const;
export type HeldKind = (typeof HELD_KINDS)[number];

/** What became of it. */
export const ENDINGS = ['ended', 'removed', 'withdrawn', 'canceled', 'handed_over', 'unassigned'] as const;
export type Ending = (typeof ENDINGS)[number];
