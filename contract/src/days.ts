/** Whether a text is a calendar day, 'YYYY-MM-DD'. Without zod, for the screens too. */
export const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** Whether a day is of the years that a screen can mean: the server refuses others. */
export const isInReach = (day: string) => day >= '2000-01-01' && day < '2200';

/** Whether a text is a day that the server takes as the bound of a period. */
export const isBound = (text: string) => isDay(text) && isInReach(text);
