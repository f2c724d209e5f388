import { Pagination } from '@atalaya/ui/pagination';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { billingTexts } from './billing-texts.ts';

const PAGE_SIZE = 20;

type PagesProps = { label: string; page: number; total: number; onPageChange: (page: number) => void };

export function Pages({ label, page, total, onPageChange }: PagesProps) {
  const t = useTexts(billingTexts);
  const { number } = useFormat();
  return (
    <Pagination
      page={page}
      pageSize={PAGE_SIZE}
      total={total}
      onPageChange={onPageChange}
      texts={{
        label,
        previous: t('pages.previous'),
        next: t('pages.next'),
        page: (each) => t('pages.page', { page: number(each) }),
        range: (from, to, all) =>
          t('pages.range', { from: number(from), to: number(to), total: number(all) }),
      }}
    />
  );
}
