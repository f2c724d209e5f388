import { classNames } from './class-names.ts';

/** From 0, nothing typed, to 4, hard to guess. */
export type PasswordScore = 0 | 1 | 2 | 3 | 4;

export interface StrengthMeterProps {
  password: string;
  /** Name of the meter. */
  label: string;
  /** Words for the scores 1 to 4. */
  levels: readonly [string, string, string, string];
  className?: string | undefined;
}

const colours = ['bg-danger', 'bg-warning', 'bg-info', 'bg-success'] as const;

/**
 * A rough measure by length and variety, which rewards long phrases: no rule asks for classes of characters.
 * Repetition and sequences ('aaaa', '1234') count as one character.
 */
export function passwordScore(password: string): PasswordScore {
  if (password === '') return 0;
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.map((code, at) => code - (codes[at - 1] ?? -1));
  const surprising = steps.filter(
    (step, at) => at < 2 || Math.abs(step) > 1 || step !== steps[at - 1],
  ).length;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) =>
    kind.test(password),
  ).length;
  const weight = Math.min(surprising, new Set(codes).size * 2) + (kinds - 1) * 1.5;
  if (weight < 8) return 1;
  if (weight < 11) return 2;
  return weight < 15 ? 3 : 4;
}

/** Shows while typing how hard a new password is to guess. It advises; it refuses nothing. */
export function StrengthMeter({ password, label, levels, className }: StrengthMeterProps) {
  const score = passwordScore(password);
  const word = score === 0 ? '' : levels[score - 1];

  return (
    <div className={classNames('grid min-h-7 content-start gap-1', className)}>
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={4}
        aria-valuenow={score}
        aria-valuetext={word || undefined}
        className="flex flex-1 gap-1"
      >
        {colours.map((_, at) => (
          <span
            key={at}
            className={classNames('h-1 flex-1 rounded-sm', at < score ? colours[score - 1] : 'bg-line')}
          />
        ))}
      </div>
      {word ? <span className="min-w-20 text-right text-sm text-muted">{word}</span> : null}
    </div>
  );
}
