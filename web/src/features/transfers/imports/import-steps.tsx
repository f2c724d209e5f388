import { useTexts } from '../../../platform/messages/use-texts.ts';
import { importsTexts } from './imports.es.ts';

const STEPS = ['file', 'columns', 'check', 'result'] as const;
export type ImportStep = (typeof STEPS)[number];

/** Where one is, of the four. */
export function ImportSteps({ step }: { step: ImportStep }) {
  const t = useTexts(importsTexts);
  const reached = STEPS.indexOf(step);
  return (
    <ol aria-label={t('steps.label')} className="mb-5 flex flex-wrap gap-x-5 gap-y-2 text-sm">
      {STEPS.map((each, at) => (
        <li
          key={each}
          aria-current={each === step ? 'step' : undefined}
          className={`flex items-center gap-2 ${each === step ? 'font-semibold' : 'text-muted'}`}
        >
          <span
            aria-hidden
            className={`inline-grid size-6 place-items-center rounded-full text-xs tabular-nums ${
              at <= reached ? 'bg-primary-soft text-primary-ink' : 'bg-hover text-ink'
            }`}
          >
            {at + 1}
          </span>
          {/* A phone has room for the name of one. */}
          <span className={each === step ? '' : 'max-sm:sr-only'}>{t(`steps.${each}`)}</span>
        </li>
      ))}
    </ol>
  );
}
