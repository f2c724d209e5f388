import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { usePrefetchQuery } from '@tanstack/react-query';
import { FileArchive } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useNotifyFailure } from '../../platform/notify.ts';
import { BinSection } from './bin-section.tsx';
import { binQuery } from './bin.api.ts';
import { ExportItem } from './export-item.tsx';
import { type DataExport, exportsQuery, isUnderWay, useBeginExport } from './exports.api.ts';
import { Loaded } from './loaded.tsx';
import { settingsTexts } from './settings-texts.ts';

type DataSectionProps = {
  /** '' is every organization: a super_admin has chosen none. */
  organization: string;
  page: number;
  onPageChange: (page: number) => void;
};

/** Everything to take away, and what was deleted. */
export function DataSection({ organization, page, onPageChange }: DataSectionProps) {
  // Both at once, though the bin stands below.
  usePrefetchQuery(binQuery(organization, page));
  return (
    <Loaded query={exportsQuery(organization)}>
      {(items) => (
        <div className="grid gap-4">
          <ExportsCard organization={organization} items={items} />
          <BinSection organization={organization} page={page} onPageChange={onPageChange} />
        </div>
      )}
    </Loaded>
  );
}

function ExportsCard({ organization, items }: { organization: string; items: DataExport[] }) {
  const t = useTexts(settingsTexts);
  const notifyFailure = useNotifyFailure();
  const { mutate, isPending } = useBeginExport(organization);
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
          onClick={() => mutate(undefined, { onError: (error) => notifyFailure(error) })}
        >
          {t('exports.begin')}
        </Button>
      )}
      {items.length > 0 ? (
        <ul aria-label={t('exports.list')} className="mt-2 divide-y divide-line">
          {items.map((one) => (
            <ExportItem key={one.id} one={one} showsCompany={everywhere} />
          ))}
        </ul>
      ) : null}
    </Card>
  );
}
