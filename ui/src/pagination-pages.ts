/** Pages listed in full up to this many, and the window either side beyond. */
const FULL_LIST = 7;
const WINDOW = 2;

export type PageEntry = number | 'gap-before' | 'gap-after';

/** The entries of a pagination: up to 7 pages in full; else first, last, 2 either side, and gaps. */
export function pageEntries(page: number, pageCount: number): PageEntry[] {
  const span = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from + 1) }, (_, offset) => from + offset);
  if (pageCount <= FULL_LIST) return span(1, pageCount);
  const from = Math.max(2, page - WINDOW);
  const to = Math.min(pageCount - 1, page + WINDOW);
  return [
    1,
    ...(from > 2 ? (['gap-before'] as const) : []),
    ...span(from, to),
    ...(to < pageCount - 1 ? (['gap-after'] as const) : []),
    pageCount,
  ];
}
