import { EmptyState } from '@atalaya/ui/empty-state';
import { Trash2 } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { ListPages } from '../../shared/list-pages.tsx';
import { ListNews } from '../../shared/list-news.tsx';
import { useLiveList } from '../../shared/use-live-list.ts';
import { Loaded } from '../../shared/loaded.tsx';
import { BinItem } from './bin-item.tsx';
import { type Bin, type BinAsked, binQuery } from './bin.api.ts';
import { binTexts } from './bin.es.ts';

type BinEntriesProps = {
  asked: BinAsked;
  onPageChange: (page: number, options?: { replace: boolean }) => void;
};

/** A page of what was deleted: who did it, when, until when it can be brought back, and the way back. */
export function BinEntries({ asked, onPageChange }: BinEntriesProps) {
  const t = useTexts(binTexts);
  const { news } = useLiveList(binQuery(asked), { topics: ['users', 'organizations', 'tickets', 'plans'] });
  return (
    <>
      <ListNews news={news} />
      <Loaded query={binQuery(asked)} loading={t('loading')} failed={t('loadFailed')}>
        {(bin) => <Entries bin={bin} asked={asked} onPageChange={onPageChange} />}
      </Loaded>
    </>
  );
}

function Entries({ bin, asked, onPageChange }: BinEntriesProps & { bin: Bin }) {
  const t = useTexts(binTexts);
  return (
    <>
      {bin.items.length === 0 ? (
        <EmptyState icon={<Trash2 size={20} />} title={t(asked.search ? 'nothingFound' : 'empty')} />
      ) : (
        <ul aria-label={t('title')} className="divide-y divide-line">
          {bin.items.map((entry) => (
            <BinItem key={entry.id} entry={entry} showsType={asked.type === undefined} />
          ))}
        </ul>
      )}
      <ListPages
        label={t('pages.label')}
        page={asked.page}
        total={bin.total}
        onPageChange={onPageChange}
        list={{ data: bin, isPlaceholderData: false }}
      />
    </>
  );
}
