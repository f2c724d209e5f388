import type { BIN_TYPES } from '@atalaya/contract/choices';
import { Card } from '@atalaya/ui/card';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { SearchBox } from '../../shared/search-box.tsx';
import { pageField, textField, useUrlState } from '../../shared/url-state.ts';
import { BinEntries } from './bin-entries.tsx';
import { BinButton } from './bin-button.tsx';
import { binTexts } from './bin.es.ts';

/** What was searched for in the list is searched for here. */
const fields = { page: pageField(), search: textField() };

/** What was deleted of one kind, where its list is otherwise: found by name, and brought back. */
export function BinView({ type }: { type: (typeof BIN_TYPES)[number] }) {
  const t = useTexts(binTexts);
  const [{ page, search }, setState] = useUrlState(fields);
  return (
    <>
      <div role="search" className="mb-3 flex flex-wrap items-center gap-2 max-sm:*:grow">
        <SearchBox
          label={t('search')}
          placeholder={t('search')}
          value={search}
          onChange={(next) => setState({ search: next, page: 1 }, { replace: true })}
          className="min-w-48 flex-1 sm:max-w-xs"
        />
        <BinButton />
      </div>
      <Card
        title={t('title')}
        description={
          // Each entry says how long it stays: a window with little room shows more of them.
          <span className="tight:hidden">{t(type === 'plan' ? 'plansDescription' : 'description')}</span>
        }
      >
        <BinEntries
          asked={{ type, page, search }}
          onPageChange={(next, options) => setState({ page: next }, options)}
        />
      </Card>
    </>
  );
}
