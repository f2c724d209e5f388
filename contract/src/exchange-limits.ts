/** Bounds of rates of exchange. Without zod, for the screens too. */

export const RATE_FILE_MAX_BYTES = 4 * 1024 * 1024;
export const RATE_SOURCE_MAX = 60;
/** A million units for a euro. */
export const RATE_MAX_MICROS = 1_000_000_000_000;
/** Days that a rate is in force when no other was published: over holidays no bank publishes any. */
export const RATE_DAYS = 7;
/** As it was typed or is written in a file: up to six decimals. */
const RATE = /^(\d{1,6})(?:[.,](\d{1,6}))?$/;

/** '1.0850' in millionths; null where it is no rate. */
export function parseRateMicros(typed: string): number | null {
  const [, units, decimals = ''] = RATE.exec(typed.trim()) ?? [];
  if (units === undefined) return null;
  const micros = Number(units + decimals.padEnd(6, '0'));
  return micros > 0 ? micros : null;
}

/** 1085000 as '1.085': with a point, for files. */
export function writeRateMicros(micros: number): string {
  const digits = String(micros).padStart(7, '0');
  const decimals = digits.slice(-6).replace(/0+$/, '');
  return decimals === '' ? digits.slice(0, -6) : `${digits.slice(0, -6)}.${decimals}`;
}
