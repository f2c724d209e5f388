import { Banner } from '@atalaya/ui/banner';
import { Button } from '@atalaya/ui/button';
import { useTexts } from '../../platform/messages/use-texts.ts';
import type { PlanValues } from './plan-values.ts';
import { plansTexts } from './plans-texts.ts';

type StalePlanProps = {
  stored: PlanValues;
  mine: PlanValues;
  onKeepMine: () => void;
  onTakeStored: () => void;
};

/** What somebody else has saved meanwhile beside what was typed: which of the two shall stand? */
export function StalePlan({ stored, mine, onKeepMine, onTakeStored }: StalePlanProps) {
  const t = useTexts(plansTexts);
  const theirs = useLines(stored);
  const differing = useLines(mine).flatMap(([field, value], at) =>
    value === theirs[at]?.[1] ? [] : [{ field, mine: value, stored: theirs[at]?.[1] ?? '' }],
  );
  return (
    <Banner tone="warning" title={t('stale.title')} className="mb-4">
      <table className="my-2 w-full text-left text-sm">
        <thead>
          <tr>
            <th className="pr-3 font-medium">{t('stale.field')}</th>
            <th className="pr-3 font-medium">{t('stale.mine')}</th>
            <th className="font-medium">{t('stale.stored')}</th>
          </tr>
        </thead>
        <tbody>
          {differing.map((line) => (
            <tr key={line.field} className="align-top">
              <th className="pr-3 font-normal">{line.field}</th>
              <td className="pr-3 wrap-anywhere whitespace-pre-line">{line.mine || '–'}</td>
              <td className="wrap-anywhere whitespace-pre-line">{line.stored || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <span className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={onKeepMine}>
          {t('stale.keepMine')}
        </Button>
        <Button variant="outline" size="sm" onClick={onTakeStored}>
          {t('stale.takeStored')}
        </Button>
      </span>
    </Banner>
  );
}

/** The values of a form by the names of their fields, as a person reads them. */
function useLines(values: PlanValues): [field: string, value: string][] {
  const t = useTexts(plansTexts);
  return [
    [t('form.name'), values.name],
    [t('form.price'), values.price_cents],
    [t('form.description'), values.description],
    [t('form.maxUsers'), values.max_users],
    [t('form.features'), values.features],
    [t('form.popular'), t(values.is_popular ? 'stale.yes' : 'stale.no')],
  ];
}
