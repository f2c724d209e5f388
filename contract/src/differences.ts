/** One field as it was and as it became; undefined where it was not there. */
export type Difference = { field: string; before: unknown; after: unknown };

const recordOf = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;

const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/**
 * What differs between before and after. Where there are both, `after` may hold the changed fields alone: what it does
 * not name has stayed.
 */
export function differencesOf({ before, after }: { before?: unknown; after?: unknown }): Difference[] {
  const was = recordOf(before);
  const is = recordOf(after);
  return Object.keys(is ?? was ?? {})
    .map((field) => ({ field, before: was?.[field], after: is?.[field] }))
    .filter((each) => !isSame(each.before, each.after));
}
