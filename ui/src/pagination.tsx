import { ChevronLeft, ChevronRight } from 'lucide-react';

export interface PaginationTexts {
  /** The landmark's name. */
  label: string;
  previous: string;
  next: string;
  page: (page: number) => string;
  /** 'Mostrando X a Y de Z elementos'. */
  range: (from: number, to: number, total: number) => string;
}

export interface PaginationProps {
  /** From 1. */
  page: number;
  pageSize: number;
  /** Rows on all pages together. */
  total: number;
  onPageChange: (page: number) => void;
  texts: PaginationTexts;
}

const buttonClass =
  'press-square inline-flex h-9 min-w-9 items-center justify-center rounded-md px-2 text-sm tabular-nums hover:bg-hover disabled:cursor-not-allowed disabled:opacity-40 disabled:hover:bg-transparent aria-[current]:bg-primary-soft aria-[current]:font-semibold aria-[current]:text-primary-ink';

interface PageButtonProps {
  page: number;
  current: number;
  label: string;
  onPageChange: (page: number) => void;
}

function PageButton({ page, current, label, onPageChange }: PageButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-current={page === current ? 'page' : undefined}
      onClick={() => onPageChange(page)}
      className={buttonClass}
    >
      {page}
    </button>
  );
}

/** Where one is among the pages and the way to the others; nothing at all when there is only one page. */
export function Pagination({ page, pageSize, total, onPageChange, texts }: PaginationProps) {
  const pageCount = Math.ceil(total / pageSize);
  if (pageCount <= 1) return null;
  const from = (page - 1) * pageSize + 1;
  const to = Math.min(page * pageSize, total);
  return (
    <nav
      aria-label={texts.label}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line px-4 py-2.5"
    >
      <p aria-live="polite" className="text-sm text-muted tabular-nums">
        {texts.range(from, to, total)}
      </p>
      <ul className="flex flex-wrap items-center gap-0.5 print:hidden">
        <li>
          <button
            type="button"
            aria-label={texts.previous}
            disabled={page <= 1}
            onClick={() => onPageChange(page - 1)}
            className={buttonClass}
          >
            <ChevronLeft aria-hidden className="size-4" />
          </button>
        </li>
        {pageEntries(page, pageCount).map((entry) =>
          typeof entry === 'number' ? (
            // On phones the pages around the current one would break the line: a finger needs 44 px for each.
            <li key={entry} className={entry === page ? '' : 'max-sm:nth-[n+4]:nth-last-[n+4]:hidden'}>
              <PageButton page={entry} current={page} label={texts.page(entry)} onPageChange={onPageChange} />
            </li>
          ) : (
            <li key={entry} aria-hidden className="px-1 text-muted">
              …
            </li>
          ),
        )}
        <li>
          <button
            type="button"
            aria-label={texts.next}
            disabled={page >= pageCount}
            onClick={() => onPageChange(page + 1)}
            className={buttonClass}
          >
            <ChevronRight aria-hidden className="size-4" />
          </button>
        </li>
      </ul>
    </nav>
  );
}

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
