import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { usePrefetchQuery } from '@tanstack/react-query';
import { FileArchive } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useNotifyFailure } from '../../platform/notify.ts';
import { ListPages } from '../../shared/list-pages.tsx';
import { BinSection } from './bin-section.tsx';
import { binQuery } from './bin.api.ts';
import { ExportItem } from './export-item.tsx';
import { type DataExports, exportsQuery, isUnderWay, useBeginExport } from './exports.api.ts';
import { Loaded } from './loaded.tsx';
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
  // Read together with the exports, though the bin is rendered only once they are there.
  usePrefetchQuery(binQuery(organization, pages.bin));
  return (
    <Loaded query={exportsQuery(organization, pages.exports)}>
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

type ExportsCardProps = {
  organization: string;
  exports: DataExports;
  onPageChange: (page: number) => void;
};

function ExportsCard({ organization, exports, onPageChange }: ExportsCardProps) {
  const { items, total, page } = exports;
  const t = useTexts(settingsTexts);
  const notifyFailure = useNotifyFailure();
  const { mutateAsync, isPending } = useBeginExport(organization);
  const everywhere = organization === '';
  return (
    <Card title={t('exports.title')} description={t('exports.description')}>
      {everywhere ? (
        <p className="text-sm text-muted">{t('exports.chooseCompany')}</p>
      ) : (
        <Button
          icon={<FileArchive size={16} />}
          busy={isPending}
          disabled={items.some(isUnderWay)}
          onClick={() => void mutateAsync(undefined).catch(notifyFailure)}
        >
          {t('exports.begin')}
        </Button>
      )}
      {items.length > 0 ? (
        <ul aria-label={t('exports.list')} className="mt-2 divide-y divide-line">
          {items.map((one) => (
            <ExportItem key={one.id} one={one} organization={organization} page={page} />
          ))}
        </ul>
      ) : null}
      <ListPages label={t('exports.pages')} page={page} total={total} onPageChange={onPageChange} />
    </Card>
  );
}
