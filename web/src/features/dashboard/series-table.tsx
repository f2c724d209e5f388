import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { dashboardTexts } from './dashboard.es.ts';
import type { Series } from './dashboard.api.ts';
import { written } from './figure-card.tsx';

/** What a chart draws, the newest day first. */
export function SeriesTable({ series, title }: { series: Series; title: string }) {
  const t = useTexts(dashboardTexts);
  const format = useFormat();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take the focus
    <div role="region" aria-label={title} tabIndex={0} className="h-full overflow-y-auto">
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-left text-muted">
            <th scope="col" className="py-1.5 font-medium">
              {t('day')}
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              {t('value')}
            </th>
          </tr>
        </thead>
        <tbody>
          {series.days.toReversed().map(({ day, value }) => (
            <tr key={day} className="border-b border-line last:border-0">
              <th scope="row" className="py-1.5 text-left font-normal">
                {format.date(`${day}T12:00:00`)}
              </th>
              <td className="py-1.5 text-right tabular-nums">{written(format, series, value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
