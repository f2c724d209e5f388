import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { FileArchive } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useNotifyFailure } from '../../platform/notify.ts';
import { ListPages } from '../../shared/list-pages.tsx';
import { type DataExports, isUnderWay, useBeginExport } from './data-exports.api.ts';
import { dataExportsTexts } from './data-exports.es.ts';
import { ExportItem } from './export-item.tsx';

type ExportsCardProps = {
  organization: string;
  exports: DataExports;
  onPageChange: (page: number) => void;
};

/** The exports of all that an organization has, and the button that begins one. */
export function ExportsCard({ organization, exports, onPageChange }: ExportsCardProps) {
  const { items, total, page } = exports;
  const t = useTexts(dataExportsTexts);
  const notifyFailure = useNotifyFailure();
  const { mutateAsync, isPending } = useBeginExport(organization);
  const everywhere = organization === '';
  return (
    <Card title={t('title')} description={t('description')}>
      {everywhere ? (
        <p className="text-sm text-muted">{t('chooseCompany')}</p>
      ) : (
        <Button
          icon={<FileArchive size={16} />}
          busy={isPending}
          disabled={items.some(isUnderWay)}
          onClick={() => void mutateAsync(undefined).catch(notifyFailure)}
        >
          {t('begin')}
        </Button>
      )}
      {items.length > 0 ? (
        <ul aria-label={t('list')} className="mt-2 divide-y divide-line">
          {items.map((one) => (
            <ExportItem key={one.id} one={one} organization={organization} page={page} />
          ))}
        </ul>
      ) : null}
      <ListPages label={t('pages')} page={page} total={total} onPageChange={onPageChange} />
    </Card>
  );
}
