/** Addresses are read and written as plain text pairs: `?search=2024` stays the text '2024'. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** The opposite; only texts and numbers are written. */
export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' || typeof value === 'number') pairs.set(name, String(value));
  }
  return pairs.size > 0 ? `?${pairs}` : '';
}
