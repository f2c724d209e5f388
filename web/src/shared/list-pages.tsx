import { PAGE_SIZE } from '@atalaya/contract/limits';
import { Pagination } from '@atalaya/ui/pagination';
import { useFormat } from '../platform/format.ts';
import { useTexts } from '../platform/messages/use-texts.ts';
import { listsTexts } from './lists.es.ts';
import { type List, useLastPage } from './use-last-page.ts';

const UNKNOWN: List = { isPlaceholderData: true };

type ListPagesProps = {
  /** Names the pages for screen readers. */
  label: string;
  page: number;
  total: number;
  onPageChange: (page: number, options?: { replace: boolean }) => void;
  /** With it an address beyond the last page leads to that. */
  list?: List;
};

/** 'Mostrando X a Y de Z elementos', and the way to the other pages. */
export function ListPages({ label, page, total, onPageChange, list = UNKNOWN }: ListPagesProps) {
  const t = useTexts(listsTexts);
  const { number } = useFormat();
  useLastPage(list, page, (last) => onPageChange(last, { replace: true }));
  return (
    <Pagination
      page={page}
      pageSize={PAGE_SIZE}
      total={total}
      onPageChange={(next) => onPageChange(next)}
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
