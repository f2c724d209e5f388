import { CalendarDays } from 'lucide-react';
import { type FocusEvent, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { dayPattern, parseDay, writeDay, type Day } from './date-range-days.ts';
import { TextInput, type TextInputProps } from './text-input.tsx';

export interface DayFieldProps extends Omit<
  TextInputProps,
  'type' | 'value' | 'defaultValue' | 'onChange' | 'min' | 'max' | 'trailing'
> {
  /** 'es' or 'en': the order in which a day is written. */
  locale: string;
  /** The day that it begins with, 'YYYY-MM-DD'. */
  defaultValue?: Day | null | undefined;
  /** The day where the parent keeps it: it is shown while this field has no focus. */
  value?: Day | null | undefined;
  /** With every change; null: the text is no day. */
  onDayChange: (day: Day | null) => void;
  min?: Day | undefined;
  max?: Day | undefined;
  /** With it the browser's calendar can be opened. */
  pickLabel?: string | undefined;
}

/** A day as it is written in the product's language; a date field of the browser speaks the browser's. */
export function DayField(props: DayFieldProps) {
  const { locale, defaultValue, value, onDayChange, onBlur, min, max, pickLabel, ...rest } = props;
  const [typed, setTyped] = useState(() => writeDay(defaultValue ?? '', locale));
  const [isHere, setHere] = useState(false);
  const shown = value === undefined || isHere ? typed : writeDay(value ?? '', locale);

  function type(text: string) {
    setTyped(text);
    onDayChange(parseDay(text, locale));
  }

  function enter() {
    setTyped(shown);
    setHere(true);
  }

  function leave(event: FocusEvent<HTMLInputElement>) {
    setHere(false);
    const day = parseDay(typed, locale);
    if (day) setTyped(writeDay(day, locale));
    onBlur?.(event);
  }

  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      placeholder={dayPattern(locale)}
      {...rest}
      value={shown}
      onFocus={enter}
      onChange={(event) => type(event.target.value)}
      onBlur={leave}
      trailing={
        pickLabel ? (
          <Picker
            label={pickLabel}
            day={parseDay(shown, locale)}
            {...{ min, max }}
            onPick={(day) => type(writeDay(day, locale))}
          />
        ) : undefined
      }
    />
  );
}

interface PickerProps {
  label: string;
  day: Day | null;
  min: Day | undefined;
  max: Day | undefined;
  onPick: (day: Day) => void;
}

/** The calendar that the browser has for its own date fields, the one of the system on a phone. */
function Picker({ label, day, min, max, onPick }: PickerProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="date"
        tabIndex={-1}
        aria-hidden
        value={day ?? ''}
        min={min}
        max={max}
        onChange={(event) => event.target.value && onPick(event.target.value)}
        className="pointer-events-none absolute inset-0 opacity-0"
      />
      <Button
        variant="ghost"
        size="sm"
        iconOnly
        className="relative size-7!"
        aria-label={label}
        icon={<CalendarDays size={16} />}
        onClick={() => field.current?.showPicker()}
      />
    </>
  );
}
