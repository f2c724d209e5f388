import type { ColumnType, JSONColumnType } from 'kysely';

/** An instant that may be written as a Date or an ISO string. */
export type Instant = ColumnType<Date, Date | string, Date | string>;
export type NullableInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** An instant with a default in the database. */
export type StampedInstant = ColumnType<Date, Date | string | undefined, Date | string>;
export type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;
export type Json = JSONColumnType<Record<string, unknown>, string | undefined, string>;
export type NullableJson = ColumnType<unknown, string | null | undefined, string | null>;
