import { Card } from '@atalaya/ui/card';
import { EmptyState } from '@atalaya/ui/empty-state';
import { Pagination } from '@atalaya/ui/pagination';
import { Trash2 } from 'lucide-react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useLastPage } from '../../shared/use-last-page.ts';
import { BinItem } from './bin-item.tsx';
import { type Bin, binQuery } from './bin.api.ts';
import { Loaded } from '../../shared/loaded.tsx';
import { binTexts } from './bin.es.ts';

const PAGE_SIZE = 20;

type BinSectionProps = {
  organization: string;
  page: number;
  onPageChange: (page: number, options?: { replace: boolean }) => void;
};

/** What was deleted in the last 30 days, with its way back. */
export function BinSection({ organization, ...pages }: BinSectionProps) {
  const t = useTexts(binTexts);
  return (
    <Card title={t('title')} description={t('description')}>
      <Loaded query={binQuery(organization, pages.page)} loading={t('loading')} failed={t('loadFailed')}>
        {(bin) => <Entries bin={bin} {...pages} />}
      </Loaded>
    </Card>
  );
}

type EntriesProps = Omit<BinSectionProps, 'organization'> & { bin: Bin };

function Entries({ bin, page, onPageChange }: EntriesProps) {
  const t = useTexts(binTexts);
  const { number } = useFormat();
  useLastPage({ data: bin, isPlaceholderData: false }, page, (last) => onPageChange(last, { replace: true }));
  if (bin.items.length === 0) return <EmptyState icon={<Trash2 size={20} />} title={t('empty')} />;
  return (
    <>
      <ul aria-label={t('title')} className="divide-y divide-line">
        {bin.items.map((entry) => (
          <BinItem key={entry.id} entry={entry} />
        ))}
      </ul>
      <Pagination
        page={page}
        pageSize={PAGE_SIZE}
        total={bin.total}
        onPageChange={onPageChange}
        texts={{
          label: t('pages.label'),
          previous: t('pages.previous'),
          next: t('pages.next'),
          page: (each) => t('pages.page', { page: number(each) }),
          range: (from, to, all) =>
            t('pages.range', { from: number(from), to: number(to), total: number(all) }),
        }}
      />
    </>
  );
}
