import { Banner } from '@atalaya/ui/banner';
import { Button } from '@atalaya/ui/button';
import { useTexts } from '../../platform/messages/use-texts.ts';
import type { Line } from './section-form.tsx';
import { settingsTexts } from './settings-texts.ts';

type StaleSettingsProps = {
  stored: Line[];
  mine: Line[];
  onKeepMine: () => void;
  onTakeStored: () => void;
};

/** What somebody else has saved meanwhile beside what was typed: which of the two shall stand? */
export function StaleSettings({ stored, mine, onKeepMine, onTakeStored }: StaleSettingsProps) {
  const t = useTexts(settingsTexts);
  const differing = mine.flatMap(([field, value], at) =>
    value === stored[at]?.[1] ? [] : [{ field, mine: value, stored: stored[at]?.[1] ?? '' }],
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
            <tr key={line.field}>
              <th className="pr-3 font-normal">{line.field}</th>
              <td className="pr-3">{line.mine || t('none')}</td>
              <td>{line.stored || t('none')}</td>
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
