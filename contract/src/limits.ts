/** Constants of the business (docs/product.md) and bounds of every string that crosses the wire. */

/** Rows on a page of users, organizations and the other lists. */
export const PAGE_SIZE = 20 as const;
/** The last page that can be asked for: 20 rows × 50,000 pages is a million rows. */
export const MAX_PAGE = 50_000;
/** Ids that one may choose by hand for a bulk action. */
export const BULK_LIMIT = 100;
/** Rows that match a filter and are changed within the request; more are changed by a job. */
export const BULK_AT_ONCE = 300;
/** Characters of the reason of an offboarding. */
export const OFFBOARDING_REASON_MAX = 500;
/** Addresses that one may invite at once. */
export const INVITE_LIMIT = 500;
/**
 * Mails that one organization causes to addresses that no user has proven to be theirs, in an hour and in a day; more
 * of them wait.
 */
export const STRANGER_MAILS_PER_HOUR = 200;
export const STRANGER_MAILS_PER_DAY = 1000;
/** To one such address in an hour, of one organization. */
export const STRANGER_MAILS_PER_ADDRESS = 5;

/** Password lengths (sections 5 and 9): registration, profile and reset; invitation; and the upper bound. */
export const PASSWORD_MIN = 8;
export const INVITATION_PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;

/** Days an invitation is valid (section 9). */
export const INVITATION_DAYS = 7;
/** Days that a deleted object stays in the bin. */
export const BIN_DAYS = 30;

/** Bytes of an avatar's file, inclusive (sections 5 and 9). */
export const AVATAR_BYTES = 5 * 1024 * 1024;
/** What is read of any uploaded picture at most. */
export const PICTURE_PIXELS = 25_000_000;
export const PICTURE_SIDE = 10_000;

/** API keys: days until one ends at most, and how many a person has. */
export const API_KEY_DAYS_MAX = 365;
export const API_KEYS_MAX = 20;
/** Days in which keys that a recovery of the account has ended can be had back, and its ways in are looked through. */
export const RECOVERY_DAYS = 30;

export const NAME_MAX = 80;
export const ORGANIZATION_NAME_MAX = 120;
/** A session never lasts longer: hours without a request, and in all. */
export const SESSION_IDLE_HOURS = 24;
export const SESSION_ABSOLUTE_HOURS = 168;
export const ALLOWED_DOMAINS_MAX = 50;
export const TIME_ZONE_MAX = 64;
export const SLUG_MAX = 80;
export const DOMAIN_MAX = 253;
export const TAX_ID_MAX = 40;
export const PLAN_KEY_MAX = 40;
/** Seats of an organization unless said otherwise (section 9), without a limit, and at most. */
export const DEFAULT_SEATS = 5;
export const UNLIMITED_SEATS = -1;
export const SEATS_MAX = 1_000_000;
/** The plan that new organizations begin on (section 9): it is always on offer. */
export const DEFAULT_PLAN = 'free';
/** A plan: its monthly price in cents, its description, its features one by one. */
export const PLAN_PRICE_MAX_CENTS = 100_000_000;
export const PLAN_DESCRIPTION_MAX = 500;
export const PLAN_FEATURE_MAX = 120;
export const PLAN_FEATURES_MAX = 30;
export const EMAIL_MAX = 254;
export const PHONE_MAX = 40;
export const SEARCH_MAX = 100;
export const TOKEN_MAX = 200;
/** A path of ours with its query, to go to after signing in. */
export const REDIRECT_MAX = 2000;
/** A code of an authenticator app or a recovery code, with what people type between. */
export const CODE_MAX = 40;
/** Passkeys of one account, and the base64url characters of what authenticators answer. */
export const PASSKEYS_MAX = 20;
export const CREDENTIAL_ID_MAX = 1400;
export const WEBAUTHN_CLIENT_DATA_MAX = 8192;
export const WEBAUTHN_ATTESTATION_MAX = 65_536;

export const TICKET_TITLE_MAX = 200;
export const TICKET_DESCRIPTION_MAX = 10_000;
export const TICKET_MESSAGE_MAX = 10_000;
/** What a ticket shows at once; what is older is asked for, by so many at most. */
export const TICKET_MESSAGES_SHOWN = 500;
export const TICKET_HISTORY_SHOWN = 200;
export const TICKET_OLDER_MAX = 100;
/** Files of one message: how many, the bytes of each (inclusive), and the characters of its name. */
export const ATTACHMENTS_MAX = 5;
export const ATTACHMENT_BYTES = 10 * 1024 * 1024;
export const ATTACHMENT_NAME_MAX = 120;
export const CANNED_REPLY_TITLE_MAX = 120;

/** Days that an export can be downloaded. */
export const TRANSFER_DAYS = 7;
/** What is read of a file that is imported at most, and for how long it and its way back are kept. */
export const IMPORT_BYTES = 10 * 1024 * 1024;
export const IMPORT_ROWS_MAX = 50_000;
export const IMPORT_COLUMNS_MAX = 100;
/** Cells of a whole file: fewer than its rows and columns would make together. */
export const IMPORT_CELLS_MAX = 2_000_000;
export const IMPORT_DAYS = 30;
/** Days that a change of many is kept in the list of its author, and can be taken back. */
export const CHANGE_DAYS = 30;
/** Ties of one organization to identity providers, the groups of one that give a role, and the characters of a group. */
export const CONNECTIONS_MAX = 20;
export const CONNECTION_GROUPS_MAX = 200;
export const GROUP_MAX = 200;
/** Of provisioning: tokens of a connection that work at once, and the days and requests that its log keeps. */
export const SCIM_TOKENS_MAX = 2;
export const SCIM_LOG_DAYS = 30;
export const SCIM_LOG_MAX = 5_000;

/** Of webhooks: endpoints of one organization, or of the system; characters of an address and a description. */
export const WEBHOOKS_MAX = 20;
export const WEBHOOK_URL_MAX = 2000;
export const WEBHOOK_TEXT_MAX = 200;
/** Tries of one event, hours that two secrets are good, days of failing after which an endpoint is off, days of the log. */
export const WEBHOOK_TRIES = 10;
export const WEBHOOK_SECRET_HOURS = 24;
export const WEBHOOK_FAILING_DAYS = 5;
export const WEBHOOK_LOG_DAYS = 30;

/** Of streams of the audit log: those of one organization, or of the system; characters of what a form of theirs has. */
export const STREAMS_MAX = 5;
export const STREAM_URL_MAX = 2000;
export const STREAM_TEXT_MAX = 200;
export const STREAM_SECRET_MAX = 4000;
export const STREAM_PEM_MAX = 50_000;
/** Minutes of failing, or of being behind, after which its people are told; batches that its log keeps. */
export const STREAM_ALARM_MINUTES = 15;
export const STREAM_BATCHES_KEPT = 500;

/** Domains that one organization names, and the days for which a proven one outlives its record. */
export const DOMAINS_MAX = 50;
export const DOMAIN_GRACE_DAYS = 7;
/** Of OpenID Connect: characters of an issuer, of who signs in there, of our name and secret there. */
export const ISSUER_MAX = 300;
export const SUBJECT_MAX = 255;
export const CLIENT_ID_MAX = 300;
export const CLIENT_SECRET_MAX = 1000;
/** Of SAML 2.0: characters of an address of a provider, of its metadata, and of certificates that are typed in. */
export const PROVIDER_URL_MAX = 2000;
export const METADATA_MAX = 500_000;
export const CERTIFICATES_TEXT_MAX = 40_000;
/** Days before a certificate ends on which those are told who can give another. */
export const CERTIFICATE_WARNING_DAYS = [30, 7, 1] as const;
/** Characters of the base64 of a PKCS#12 file: with its chain such a file has some 10 kB. */
export const CERTIFICATE_FILE_MAX = 90_000;
export const CERTIFICATE_PASSWORD_MAX = 200;
