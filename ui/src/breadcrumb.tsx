import { ChevronRight, House } from 'lucide-react';
import { cloneElement, type ReactElement, type ReactNode } from 'react';

export interface BreadcrumbItem {
  label: string;
  /** The link that leads there, a router's or a plain one, without content. The last item needs none. */
  link?: ReactElement<{ className?: string; children?: ReactNode }> | undefined;
}

export interface BreadcrumbProps {
  /** The landmark's name. */
  label: string;
  items: readonly BreadcrumbItem[];
}

/** The way from the root to this page: the first item has a home icon, the last is the current page. */
export function Breadcrumb({ label, items }: BreadcrumbProps) {
  return (
    <nav aria-label={label} className="print:hidden">
      <ol className="flex flex-wrap items-center gap-1.5 text-sm text-muted">
        {items.map((item, position) => {
          const last = position === items.length - 1;
          const content = (
            <>
              {position === 0 ? <House size={14} aria-hidden className="shrink-0" /> : null}
              {item.label}
            </>
          );
          return (
            <li key={`${position}-${item.label}`} className="flex items-center gap-1.5">
              {position > 0 ? <ChevronRight size={14} aria-hidden className="shrink-0" /> : null}
              {last || !item.link ? (
                <span
                  aria-current={last ? 'page' : undefined}
                  className="flex items-center gap-1.5 font-medium text-ink"
                >
                  {content}
                </span>
              ) : (
                cloneElement(item.link, {
                  className:
                    'press-around relative flex items-center gap-1.5 rounded-sm hover:text-ink hover:underline',
                  children: content,
                })
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
