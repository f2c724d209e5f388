import { Card } from '@atalaya/ui/card';
import { EmptyState } from '@atalaya/ui/empty-state';
import { Pagination } from '@atalaya/ui/pagination';
import { Trash2 } from 'lucide-react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { BinItem } from './bin-item.tsx';
import { binQuery } from './bin.api.ts';
import { Loaded } from './loaded.tsx';
import { settingsTexts } from './settings-texts.ts';

const PAGE_SIZE = 20;

type BinSectionProps = { organization: string; page: number; onPageChange: (page: number) => void };

/** What was deleted in the last 30 days, with its way back. */
export function BinSection({ organization, page, onPageChange }: BinSectionProps) {
  const t = useTexts(settingsTexts);
  const { number } = useFormat();
  return (
    <Card title={t('bin.title')} description={t('bin.description')}>
      <Loaded query={binQuery(organization, page)}>
        {({ items, total }) =>
          items.length === 0 ? (
            <EmptyState icon={<Trash2 size={20} />} title={t('bin.empty')} />
          ) : (
            <>
              <ul aria-label={t('bin.title')} className="divide-y divide-line">
                {items.map((entry) => (
                  <BinItem key={entry.id} entry={entry} />
                ))}
              </ul>
              <Pagination
                page={page}
                pageSize={PAGE_SIZE}
                total={total}
                onPageChange={onPageChange}
                texts={{
                  label: t('bin.pages.label'),
                  previous: t('bin.pages.previous'),
                  next: t('bin.pages.next'),
                  page: (each) => t('bin.pages.page', { page: number(each) }),
                  range: (from, to, all) =>
                    t('bin.pages.range', { from: number(from), to: number(to), total: number(all) }),
                }}
              />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
