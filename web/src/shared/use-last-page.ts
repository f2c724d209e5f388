import { PAGE_SIZE } from '@atalaya/contract/limits';
import { useEffect } from 'react';

export type List = { data?: { total: number } | undefined; isPlaceholderData: boolean };

/** An address beyond the last page, as after its last row is gone, leads to the last that there is. */
export function useLastPage(list: List, page: number, goTo: (page: number) => void): void {
  // Until its own rows are here a page shows those of another, whose total says nothing.
  const total = list.isPlaceholderData ? undefined : list.data?.total;
  const last = total === undefined ? page : Math.max(1, Math.ceil(total / PAGE_SIZE));
  useEffect(() => {
    if (page > last) goTo(last);
  });
}
