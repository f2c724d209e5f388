import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { addDays, addMonths, dayFormat, startOfWeek, weeksOfMonth, type Day } from './date-range-days.ts';

export interface CalendarProps {
  /** Where the chosen span begins and ends; both the same while its end is not chosen yet. */
  from: Day | null;
  to: Day | null;
  today: Day;
  min?: Day | undefined;
  max?: Day | undefined;
  locale: string;
  texts: { previousMonth: string; nextMonth: string };
  onDay: (day: Day) => void;
}

const steps: Record<string, (day: Day) => Day> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: startOfWeek,
  End: (day) => addDays(startOfWeek(day), 6),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
};

/** One month, Monday first. Arrows walk the days, Home and End the week, Page Up and Down the months. */
export function Calendar(props: CalendarProps) {
  const { from, today, locale, texts } = props;
  const [active, setActive] = useState(from ?? today);
  const grid = useRef<HTMLTableElement>(null);
  const weeks = weeksOfMonth(active);
  const title = dayFormat(locale, { month: 'long', year: 'numeric' })(active);

  function walk(event: KeyboardEvent) {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    flushSync(() => setActive(step(active)));
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }

  return (
    <div>
      <div className="mb-2 flex items-center justify-between">
        <MonthButton label={texts.previousMonth} onClick={() => setActive(addMonths(active, -1))}>
          <ChevronLeft size={16} aria-hidden />
        </MonthButton>
        <span aria-live="polite" className="font-medium first-letter:uppercase">
          {title}
        </span>
        <MonthButton label={texts.nextMonth} onClick={() => setActive(addMonths(active, 1))}>
          <ChevronRight size={16} aria-hidden />
        </MonthButton>
      </div>
      <table
        ref={grid}
        role="grid"
        aria-label={title}
        onKeyDown={walk}
        className="w-full border-separate border-spacing-x-0 border-spacing-y-0.5"
      >
        <WeekDays locale={locale} days={weeks[0] ?? []} />
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <DayCell key={day} day={day} active={active} onFocus={() => setActive(day)} {...props} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface MonthButtonProps {
  label: string;
  onClick: () => void;
  children: ReactNode;
}

function MonthButton({ label, onClick, children }: MonthButtonProps) {
  return (
    <Button variant="ghost" size="sm" iconOnly aria-label={label} onClick={onClick}>
      {children}
    </Button>
  );
}

function WeekDays({ locale, days }: { locale: string; days: readonly Day[] }) {
  const short = dayFormat(locale, { weekday: 'narrow' });
  const long = dayFormat(locale, { weekday: 'long' });
  return (
    <thead>
      <tr>
        {days.map((day) => (
          <th key={day} scope="col" abbr={long(day)} className="h-8 text-xs font-medium text-muted">
            {short(day)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface DayCellProps extends CalendarProps {
  day: Day;
  active: Day;
  onFocus: () => void;
}

function DayCell({ day, active, from, to, today, min, max, locale, onDay, onFocus }: DayCellProps) {
  const edge = day === from || day === to;
  const inside = from !== null && to !== null && day > from && day < to;
  const disabled = (min !== undefined && day < min) || (max !== undefined && day > max);
  return (
    <td aria-selected={edge || inside} className={inside ? 'bg-primary-soft' : ''}>
      <button
        type="button"
        tabIndex={day === active ? 0 : -1}
        aria-label={dayFormat(locale, { dateStyle: 'full' })(day)}
        aria-current={day === today ? 'date' : undefined}
        aria-disabled={disabled || undefined}
        onFocus={onFocus}
        onClick={() => (disabled ? undefined : onDay(day))}
        className={classNames(
          'grid h-8 w-full min-w-8 place-items-center rounded-md text-sm tabular-nums aria-disabled:opacity-40',
          edge ? 'bg-primary text-on-primary' : 'hover:bg-hover',
          !edge && day.slice(0, 7) !== active.slice(0, 7) && 'text-muted',
          !edge && day === today && 'font-semibold text-primary-ink',
        )}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  );
}
