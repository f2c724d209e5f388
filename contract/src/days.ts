/** Whether a text is a calendar day, 'YYYY-MM-DD'. Without zod, for the screens too. */
export const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
