/** A whole number between two bounds; null: none. */
export function parseWhole(typed: string, min: number, max: number): number | null {
  if (!/^\d{1,9}$/.test(typed.trim())) return null;
  const value = Number(typed);
  return value >= min && value <= max ? value : null;
}

/** Noon of a day in the browser's time zone, so that it is shown as that day in every zone. */
export const middayOf = (day: string) => new Date(`${day}T12:00`);

/** The last day of a period that ends as the next one begins on `day`. */
export function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}
