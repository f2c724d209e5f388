import { dayFormat } from '@atalaya/contract/formats';
import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { Skeleton } from '@atalaya/ui/skeleton';
import { Link } from '@tanstack/react-router';
import { ChartColumn, Table2 } from 'lucide-react';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { textField, useUrlState } from '../../shared/url-state.ts';
import { chartLinkOf } from './dashboard-layout.ts';
import { dashboardTexts } from './dashboard.es.ts';
import type { ChartKey, Series } from './dashboard.api.ts';
import { PartFailed } from './part-failed.tsx';
import { SeriesTable } from './series-table.tsx';

/** The code that draws is large: titles, tables and cards are there before it. */
export const loadChart = () => import('./series-chart.tsx');
const SeriesChart = lazyPart(loadChart, 'SeriesChart');

/** The charts that are shown as the tables behind them: 'views.daily_sales'. */
const fields = { tables: textField() };
const SEPARATOR = '.';

type SeriesCardProps = {
  name: ChartKey;
  /** undefined: not here yet; null: it could not be read. */
  series: Series | null | undefined;
  readAt: string | undefined;
  onRetry: () => void;
};

/** A value per day, as a drawing or as the table behind it. */
export function SeriesCard({ name, series, readAt, onRetry }: SeriesCardProps) {
  const t = useTexts(dashboardTexts);
  const { asTable, showAs } = useTable(name);
  const title = t(`charts.${name}.title`);
  const isNothing = series?.days.every(({ value }) => value === 0);
  const toggle = t(asTable ? 'showChart' : 'showTable', { title });
  return (
    <Card
      title={
        <Link {...chartLinkOf(name, series)} className="press-around relative">
          {title}
        </Link>
      }
      description={t(`charts.${name}.span`)}
      footer={readAt ? <UpdatedAt value={readAt} /> : <Skeleton className="h-5 w-40" />}
      className="break-inside-avoid"
      actions={
        <Button
          variant="ghost"
          size="sm"
          iconOnly
          aria-label={toggle}
          title={toggle}
          icon={asTable ? <ChartColumn size={16} /> : <Table2 size={16} />}
          onClick={() => showAs(asTable ? 'chart' : 'table')}
        />
      }
    >
      <div className="h-52">
        {series === undefined ? <Skeleton className="h-full w-full" /> : null}
        {series === null ? <PartFailed onRetry={onRetry} /> : null}
        {series && asTable ? <SeriesTable series={series} title={title} /> : null}
        {series && !asTable && isNothing ? <NothingYet /> : null}
        {series && !asTable && !isNothing ? (
          <SeriesChart
            fallback={<Skeleton className="h-full w-full" />}
            name={name}
            series={series}
            title={title}
          />
        ) : null}
      </div>
    </Card>
  );
}

/** Instead of lines on the ground: as high as the drawing that will be there one day. */
function NothingYet() {
  const t = useTexts(dashboardTexts);
  return <p className="grid h-full place-items-center text-muted">{t('nothing')}</p>;
}

/** Whether the address says that a chart is shown as a table, beside others that may be. */
function useTable(name: ChartKey) {
  const [{ tables }, setState] = useUrlState(fields);
  const others = tables.split(SEPARATOR).filter((each) => each !== '' && each !== name);
  const showAs = (shown: 'chart' | 'table') => {
    const all = shown === 'table' ? [...others, name] : others;
    setState({ tables: all.join(SEPARATOR) }, { replace: true });
  };
  return { asTable: tables.split(SEPARATOR).includes(name), showAs };
}

/** 'actualizado a las 14:07' */
function UpdatedAt({ value }: { value: string }) {
  const t = useTexts(dashboardTexts);
  const { language } = useLanguage();
  const time = dayFormat(language, { timeStyle: 'short' }).format(new Date(value));
  return <time dateTime={value}>{t('updated', { time })}</time>;
}
