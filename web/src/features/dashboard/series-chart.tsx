import { numberFormat } from '@atalaya/contract/formats';
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { useFormat } from '../../platform/format.ts';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { dashboardTexts } from './dashboard.es.ts';
import type { ChartKey, Series } from './dashboard.api.ts';
import { written } from './figure-card.tsx';

const COLOUR = 'var(--chart-1)';
const TICK = { fill: 'var(--muted)', fontSize: 12 };

type SeriesChartProps = { name: ChartKey; series: Series; title: string };

/** Pages seen as bars, everything else as a line; its label has total and highest value, the table each day. */
export function SeriesChart({ name, series, title }: SeriesChartProps) {
  const t = useTexts(dashboardTexts);
  const format = useFormat();
  const values = series.days.map(({ value }) => value);
  const total = written(
    format,
    series,
    values.reduce((sum, value) => sum + value, 0),
  );
  const highest = written(format, series, Math.max(0, ...values));
  const Chart = name === 'views' ? BarChart : AreaChart;
  return (
    <div role="img" aria-label={t('chart', { title, total, highest })} className="h-full">
      <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 320, height: 208 }}>
        <Chart
          data={series.days}
          margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          {partsOf(name, usePartTexts(series))}
        </Chart>
      </ResponsiveContainer>
    </div>
  );
}

/** How days and values are written on the axes and in the tip. */
function usePartTexts(series: Series) {
  const format = useFormat();
  const { language } = useLanguage();
  const compact = numberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
  return {
    day: (day: unknown) => format.shortDate(`${String(day)}T12:00:00`),
    tick: (value: number) => compact.format(series.currency === null ? value : value / 100),
    value: (value: unknown) => written(format, series, Number(value)),
  };
}

function partsOf(name: ChartKey, texts: ReturnType<typeof usePartTexts>) {
  const drawn = { dataKey: 'value', isAnimationActive: false } as const;
  return (
    <>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="day"
        tickFormatter={texts.day}
        tick={TICK}
        tickLine={false}
        axisLine={false}
        minTickGap={24}
      />
      <YAxis
        width={44}
        allowDecimals={false}
        tickFormatter={texts.tick}
        tick={TICK}
        tickLine={false}
        axisLine={false}
      />
      <Tooltip
        isAnimationActive={false}
        cursor={{ fill: 'var(--hover)', stroke: 'var(--line)' }}
        separator=""
        labelFormatter={texts.day}
        formatter={(value) => [texts.value(value), '']}
        contentStyle={{ background: 'var(--raised)', border: '1px solid var(--line)', borderRadius: 8 }}
        itemStyle={{ color: 'var(--ink)' }}
        labelStyle={{ color: 'var(--muted)' }}
      />
      {name === 'views' ? (
        <Bar {...drawn} fill={COLOUR} radius={[3, 3, 0, 0]} maxBarSize={28} />
      ) : (
        <Area {...drawn} stroke={COLOUR} strokeWidth={1.5} fill={COLOUR} fillOpacity={0.12} type="linear" />
      )}
    </>
  );
}
