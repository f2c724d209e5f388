import { usePrefetchQuery } from '@tanstack/react-query';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { BinSection, binQuery } from '../bin/bin.face.ts';
import { ExportsCard, exportsQuery } from '../data-exports/data-exports.face.ts';
import { Loaded } from '../../shared/loaded.tsx';
import { settingsTexts } from './settings.es.ts';
import { StoredCard } from './stored-card.tsx';

type DataSectionProps = {
  /** '' is every organization: a super_admin has chosen none. */
  organization: string;
  /** Of the exports, and of the bin. */
  pages: { exports: number; bin: number };
  onExportsPage: (page: number) => void;
  onBinPage: (page: number, options?: { replace: boolean }) => void;
};

/** Everything to take away, how much is kept, and what was deleted. */
export function DataSection({ organization, pages, onExportsPage, onBinPage }: DataSectionProps) {
  const t = useTexts(settingsTexts);
  // Read together with the exports, though the bin is rendered only once they are there.
  usePrefetchQuery(binQuery({ organization, page: pages.bin }));
  return (
    <Loaded query={exportsQuery(organization, pages.exports)} loading={t('loading')} failed={t('loadFailed')}>
      {(exports) => (
        <div className="grid gap-4">
          <ExportsCard organization={organization} exports={exports} onPageChange={onExportsPage} />
          {organization === '' ? null : <StoredCard organization={organization} />}
          <BinSection organization={organization} page={pages.bin} onPageChange={onBinPage} />
        </div>
      )}
    </Loaded>
  );
}
