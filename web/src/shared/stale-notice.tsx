import { Banner } from '@atalaya/ui/banner';
import { Button } from '@atalaya/ui/button';
import { useTexts } from '../platform/messages/use-texts.ts';
import { staleTexts } from './stale.es.ts';

/** A field of a form by its name, as a person reads it. */
export type StaleLine = readonly [field: string, mine: string, stored: string];

type StaleNoticeProps = { lines: StaleLine[]; onKeepMine: () => void; onTakeStored: () => void };

const cellClass = 'py-1 pr-3 align-top font-normal';

/** Where they differ, what was typed beside what another person has saved since: the person chooses which is kept. */
export function StaleNotice({ lines, onKeepMine, onTakeStored }: StaleNoticeProps) {
  const t = useTexts(staleTexts);
  return (
    <Banner tone="warning" title={t('title')} className="mb-4">
      <table className="my-2 w-full table-fixed text-left text-sm">
        <thead>
          <tr>
            <th className="pr-3 font-medium">{t('field')}</th>
            <th className="pr-3 font-medium">{t('mine')}</th>
            <th className="pr-3 font-medium">{t('stored')}</th>
          </tr>
        </thead>
        <tbody className="wrap-anywhere whitespace-pre-wrap">
          {lines
            .filter(([, mine, stored]) => mine !== stored)
            .map(([field, mine, stored]) => (
              <tr key={field}>
                <th className={cellClass}>{field}</th>
                <td className={cellClass}>{mine || '–'}</td>
                <td className={cellClass}>{stored || '–'}</td>
              </tr>
            ))}
        </tbody>
      </table>
      <span className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={onKeepMine}>
          {t('keepMine')}
        </Button>
        <Button variant="outline" size="sm" onClick={onTakeStored}>
          {t('takeStored')}
        </Button>
      </span>
    </Banner>
  );
}
