import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { transferNewsTexts } from './transfer-news.es.ts';
import { transfersQuery } from './transfers.api.ts';

/** The badge of the menu: how many of one's own imports and exports are under way, while any is. */
export function RunningTransfers() {
  const t = useTexts(transferNewsTexts);
  const format = useFormat();
  const { data } = useQuery(transfersQuery(1));
  const running = data?.running ?? 0;
  if (running === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-primary px-2 text-xs font-medium text-on-primary tabular-nums">
      <span aria-hidden>{format.number(running)}</span>
      <span className="sr-only">{t('running', { count: format.number(running) })}</span>
    </span>
  );
}
