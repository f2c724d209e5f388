import { useId } from 'react';
import { classNames } from './class-names.ts';
import './progress.css';

export interface ProgressProps {
  label: string;
  hideLabel?: boolean | undefined;
  /** From 0 to 1; null while it is unknown. */
  value: number | null;
  /** The value in words, shown and read out: '40 %', '12 de 30'. */
  valueText?: string | undefined;
  tone?: 'primary' | 'warning' | 'danger' | undefined;
  className?: string | undefined;
}

const tones = { primary: 'bg-primary', warning: 'bg-warning', danger: 'bg-danger' };

/** How far a piece of work, or how full a measure, is. */
export function Progress(props: ProgressProps) {
  const { label, hideLabel, value, valueText, tone = 'primary', className } = props;
  const id = useId();
  const percent = value === null ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div className={className}>
      <div className={hideLabel ? 'sr-only' : 'mb-1 flex justify-between gap-2 text-sm'}>
        <span id={id}>{label}</span>
        {valueText ? <span className="text-muted tabular-nums">{valueText}</span> : null}
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={valueText}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div
          style={percent === undefined ? undefined : { width: `${percent}%` }}
          className={classNames(
            'h-full rounded-full',
            tones[tone],
            percent === undefined ? 'progress-unknown' : 'transition-[width]',
          )}
        />
      </div>
    </div>
  );
}
