/** A whole number between two bounds; null: none. */
export function parseWhole(typed: string, min: number, max: number): number | null {
  if (!/^\d{1,9}$/.test(typed.trim())) return null;
  const value = Number(typed);
  return value >= min && value <= max ? value : null;
}

/** Noon of a day in the browser's time zone, so that it is shown as that day in every zone. */
export const middayOf = (day: string) => new Date(`${day}T12:00`);
