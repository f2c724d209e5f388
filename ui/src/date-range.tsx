import { Popover } from '@base-ui/react/popover';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { classNames } from './class-names.ts';
import { Calendar } from './date-range-calendar.tsx';
import { dayFormat, rangeOf, type Day, type DayRange } from './date-range-days.ts';
import { DayInput } from './date-range-day-input.tsx';

export type { Day, DayRange } from './date-range-days.ts';

export interface DateRangeTexts {
  label: string;
  /** On the button while nothing is chosen. */
  placeholder: string;
  from: string;
  to: string;
  previousMonth: string;
  nextMonth: string;
  /** With it the range can be taken away again. */
  clear?: string | undefined;
}

export interface DateRangePreset {
  key: string;
  label: string;
  range: DayRange;
}

export interface DateRangeProps {
  texts: DateRangeTexts;
  /** 'es' or 'en'. */
  locale: string;
  value: DayRange | null;
  onValueChange: (value: DayRange | null) => void;
  /** The current day where the organization is, as the caller's time zone has it. */
  today: Day;
  min?: Day | undefined;
  max?: Day | undefined;
  presets?: readonly DateRangePreset[] | undefined;
  disabled?: boolean | undefined;
}

/** A span of days: from a list of usual ones, typed, or pointed at in the calendar. */
export function DateRange(props: DateRangeProps) {
  const { texts, locale, value, disabled } = props;
  const [open, setOpen] = useState(false);
  const format = dayFormat(locale, { dateStyle: 'medium' });
  const shown = value ? `${format(value.from)} – ${format(value.to)}` : texts.placeholder;
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        disabled={disabled}
        aria-label={`${texts.label}: ${shown}`}
        className="field-box flex h-9 items-center gap-2 px-3"
      >
        <CalendarDays size={16} aria-hidden className="text-muted" />
        <span className="tabular-nums">{shown}</span>
      </Popover.Trigger>
      <Popover.Portal>
        {/* Six weeks rather cover the button than be scrolled. */}
        <Popover.Positioner
          sideOffset={4}
          align="start"
          collisionAvoidance={{ side: 'shift' }}
          className="z-50"
        >
          <Popover.Popup
            aria-label={texts.label}
            className={classNames(
              'flex max-h-[min(var(--available-height),calc(100dvh-1rem-var(--kept-below)))] max-w-(--available-width) flex-col gap-x-4 gap-y-3 overflow-y-auto rounded-lg bg-raised p-3 text-ink shadow-float outline-none',
              props.presets?.length ? 'sm:flex-row' : undefined,
            )}
          >
            <Panel {...props} onDone={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface PanelProps extends DateRangeProps {
  onDone: () => void;
}

function Panel(props: PanelProps) {
  const { texts, locale, value, onValueChange, today, min, max, presets = [], onDone } = props;
  const [start, setStart] = useState<Day | null>(null);

  function choose(range: DayRange | null) {
    onValueChange(range);
    onDone();
  }

  function point(day: Day) {
    if (start === null) setStart(day);
    else choose(rangeOf(start, day));
  }

  return (
    <>
      {presets.length > 0 ? <Presets {...props} onChoose={choose} /> : null}
      <div>
        <div className="mb-3 grid grid-cols-2 gap-2">
          {(['from', 'to'] as const).map((end) => (
            <DayInput
              key={end}
              label={texts[end]}
              locale={locale}
              value={value?.[end] ?? null}
              min={min}
              max={max}
              onDay={(day) => onValueChange(rangeOf(day, value?.[end === 'from' ? 'to' : 'from'] ?? day))}
            />
          ))}
        </div>
        <Calendar
          from={start ?? value?.from ?? null}
          to={start ?? value?.to ?? null}
          today={today}
          min={min}
          max={max}
          locale={locale}
          texts={texts}
          onDay={point}
        />
      </div>
      {/* Without presets beside the days, the button that clears them is below. */}
      {presets.length === 0 ? <Presets {...props} onChoose={choose} /> : null}
    </>
  );
}

interface PresetsProps extends DateRangeProps {
  onChoose: (range: DayRange | null) => void;
}

function Presets({ presets = [], value, texts, onChoose }: PresetsProps) {
  if (presets.length === 0 && !texts.clear) return null;
  return (
    <div
      className={classNames(
        'flex flex-wrap content-start items-start gap-1',
        presets.length > 0 ? 'sm:w-40 sm:flex-col' : undefined,
      )}
    >
      {presets.map(({ key, label, range }) => {
        const chosen = value?.from === range.from && value.to === range.to;
        return (
          <button
            key={key}
            type="button"
            aria-pressed={chosen}
            onClick={() => onChoose(range)}
            className="rounded-md px-2 py-1.5 text-start text-sm hover:bg-hover aria-pressed:bg-primary-soft aria-pressed:text-primary-ink sm:w-full"
          >
            {label}
          </button>
        );
      })}
      {texts.clear ? (
        <button
          type="button"
          onClick={() => onChoose(null)}
          className="rounded-md px-2 py-1.5 text-start text-sm text-muted hover:bg-hover sm:w-full"
        >
          {texts.clear}
        </button>
      ) : null}
    </div>
  );
}
