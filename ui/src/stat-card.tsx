import { ArrowDownRight, ArrowUpRight, Minus } from 'lucide-react';
import { Children, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Skeleton } from './skeleton.tsx';

export type Trend = 'up' | 'down' | 'flat';

export interface StatCardProps {
  /** May hold a `.card-link` to the list behind the figure. */
  label: ReactNode;
  /** Formatted already. */
  value?: ReactNode;
  /** The change against the span before, formatted with its sign; null: none, but its room is kept. */
  change?: ReactNode;
  trend?: Trend | undefined;
  /** A rise that is bad, as of urgent tickets, is shown as bad. */
  upIsGood?: boolean | undefined;
  caption?: ReactNode;
  icon?: ReactNode;
  /** Keeps the geometry with grey place holders. */
  loading?: boolean | undefined;
  className?: string | undefined;
}

const arrows = { up: ArrowUpRight, down: ArrowDownRight, flat: Minus };

function colourOf(trend: Trend, upIsGood: boolean): string {
  if (trend === 'flat') return 'text-muted';
  return (trend === 'up') === upIsGood ? 'text-success-ink' : 'text-danger-ink';
}

/** One figure with its name, its change and what it is compared with. */
export function StatCard(props: StatCardProps) {
  const {
    label,
    value,
    change,
    trend = 'flat',
    upIsGood = true,
    caption,
    icon,
    loading = false,
    className,
  } = props;
  const Arrow = arrows[trend];

  return (
    <div
      className={classNames(
        'relative flex min-w-0 flex-col rounded-lg border border-line bg-surface p-3 sm:p-4 in-[.stat-strip]:tight:py-1',
        className,
      )}
    >
      {/* Where a neighbour's name has two lines, the values are still at the same height. */}
      <div className="flex flex-1 items-start justify-between gap-2 text-sm text-muted">
        <p className="min-w-0">{label}</p>
        {icon ? (
          <span aria-hidden className="mt-0.5">
            {icon}
          </span>
        ) : null}
      </div>
      <div className="mt-1 h-8 truncate text-xl leading-8 font-semibold tabular-nums sm:text-2xl in-[.stat-strip]:tight:mt-0 in-[.stat-strip]:tight:h-7 in-[.stat-strip]:tight:leading-7">
        {loading ? <Skeleton className="mt-1 h-6 w-24" /> : value}
      </div>
      {change !== undefined || caption !== undefined ? (
        <div
          className={classNames(
            'mt-1 flex h-5 items-center gap-x-1 text-sm text-muted',
            change === undefined ? '' : 'max-[479px]:h-10 max-[479px]:flex-wrap max-[479px]:content-start',
          )}
        >
          {loading ? <Skeleton className="h-3 w-32" /> : null}
          {!loading && change != null ? (
            <span
              className={classNames(
                'flex items-center gap-0.5 font-medium tabular-nums',
                colourOf(trend, upIsGood),
              )}
            >
              <Arrow size={14} aria-hidden />
              {change}
            </span>
          ) : null}
          {loading ? null : <span className="truncate">{caption}</span>}
        </div>
      ) : null}
    </div>
  );
}

export interface StatStripProps {
  /** Names the list. */
  label: string;
  /** StatCards that lead somewhere: where not all have room they are scrolled sideways. */
  children: ReactNode;
}

/** Four figures in a row; in a window with little room a low strip, so that what they are about is in sight below. */
export function StatStrip({ label, children }: StatStripProps) {
  return (
    <ul
      aria-label={label}
      className="stat-strip mb-6 grid grid-cols-2 gap-3 lg:grid-cols-4 tight:mb-3 tight:flex tight:gap-2"
    >
      {Children.map(children, (card) => (
        <li>{card}</li>
      ))}
    </ul>
  );
}
