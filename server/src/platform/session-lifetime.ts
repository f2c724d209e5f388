/** Hours without a request after which a session ends. */
export const IDLE_HOURS = 24;
/** Days after sign-in at which a session ends, however much it is used. */
export const ABSOLUTE_DAYS = 7;
/** A session is renewed when less than this is left of its idle time: one write an hour at most. */
export const RENEW_BELOW_HOURS = 23;
