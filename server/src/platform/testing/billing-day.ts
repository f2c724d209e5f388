import { DEFAULT_TIME_ZONE } from '@atalaya/contract/dashboard';

const DAY_MS = 86_400_000;

/** The day on which an instant falls in a zone, 'YYYY-MM-DD'. */
export const dayIn = (timeZone: string, at: Date | number = Date.now()) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at);

/** Today as billing counts it where no time zone is set, or so many days from it. */
export const billingDay = (days = 0) =>
  new Date(Date.parse(dayIn(DEFAULT_TIME_ZONE)) + days * DAY_MS).toISOString().slice(0, 10);
