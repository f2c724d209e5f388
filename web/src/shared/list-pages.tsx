import { Pagination } from '@atalaya/ui/pagination';
import { useFormat } from '../platform/format.ts';
import { useTexts } from '../platform/messages/use-texts.ts';
import { listsTexts } from './lists-texts.ts';

/** Rows on a page of every list (specification, section 9). */
const PAGE_SIZE = 20;

type ListPagesProps = {
  /** Names the pages for screen readers. */
  label: string;
  page: number;
  total: number;
  onPageChange: (page: number) => void;
};

/** 'Mostrando X a Y de Z elementos', and the way to the other pages. */
export function ListPages({ label, page, total, onPageChange }: ListPagesProps) {
  const t = useTexts(listsTexts);
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
