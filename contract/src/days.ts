/** Calendar days, 'YYYY-MM-DD', of no time zone. Without zod, for the screens too. */

/** Whether a text is a calendar day: Date.parse takes the 30th of February for one of March. */
export const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

/** Whether a day is of the years that a screen can mean: the server refuses others. */
export const isInReach = (day: string) => day >= '2000-01-01' && day < '2200';

/** Whether a text is a day that the server takes as the bound of a period. */
export const isBound = (text: string) => isDay(text) && isInReach(text);

const DAY_MS = 86_400_000;

/** How many days lie between 1970-01-01 and a day. */
export const numberOfDay = (day: string) => Date.parse(day) / DAY_MS;
/** The day of such a number. */
export const dayOfNumber = (number: number) => new Date(number * DAY_MS).toISOString().slice(0, 10);

export const addDays = (day: string, days: number) => dayOfNumber(numberOfDay(day) + days);
/** How many days lie between two: 1 from one day to the next. */
export const daysBetween = (from: string, to: string) => numberOfDay(to) - numberOfDay(from);
