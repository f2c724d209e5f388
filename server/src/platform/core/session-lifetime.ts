/** Hours without a request after which a session ends. */
export const IDLE_HOURS = 24;
/** Days after sign-in at which a session ends, however much it is used. */
export const ABSOLUTE_DAYS = 7;
/** A session is renewed when less than this is left of its idle time: one write an hour at most. */
export const RENEW_BELOW_HOURS = 23;
/** Minutes in which a second factor must be given after the password, and a passkey after it was asked for. */
export const CHALLENGE_MINUTES = 5;
/** Days for which no second factor is asked for in a trusted browser. */
export const TRUST_DAYS = 30;
