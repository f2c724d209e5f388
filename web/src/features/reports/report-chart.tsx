import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { usePhone } from '../../shared/use-phone.ts';
import { ticksOf } from './report-axis.ts';
import { useReportFormat } from './report-format.ts';
import type { ReportFormat, Unit } from './report-format.ts';
import { reportsTexts } from './reports.es.ts';
import type { Report, ReportSource } from './reports.api.ts';
import { useRowLabel } from './use-row-label.ts';

/** A bridge begins each change where the one before it ended; a ranking has a line with its name for each row. */
export type ChartKind = 'bars' | 'lines' | 'bridge' | 'ranking';

/** As many lying bars as can be read in the height of a drawing. */
const RANKED = 10;

const TICK = { fill: 'var(--muted)', fontSize: 12 };
const COLOURS = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-3)', 'var(--chart-4)'];

type ReportChartProps = {
  name: string;
  report: Report;
  source: ReportSource;
  currency: string | null;
  kind: ChartKind;
  /** The columns that are drawn: of one unit. */
  drawn: readonly string[];
};

type Point = Record<string, number | string | null | [number, number]>;

/** A report of one currency, drawn; the table beside it says every value. */
export function ReportChart({ name, report, source, currency, kind, drawn }: ReportChartProps) {
  const t = useTexts(reportsTexts);
  const format = useReportFormat();
  const labelOf = useRowLabel(source);
  const all = report.rows.filter((row) => row.currency === currency);
  // Names below standing bars have no room on a phone.
  const isLying = usePhone() ? kind !== 'lines' : kind === 'ranking';
  const rows = isLying ? all.slice(0, RANKED) : all;
  const columns = drawn.flatMap((key) => {
    const place = report.columns.findIndex((column) => column.key === key);
    const column = report.columns[place];
    return column ? [{ ...column, place, title: source.words.column(name, key) }] : [];
  });
  const unit = columns[0]?.unit ?? 'count';
  const points = rows.map((row) => {
    const label = report.step === null ? labelOf(name, row) : format.shortDay(row.key);
    const values = columns.map(({ key, place }): [string, Point[string]] => [key, row.values[place] ?? null]);
    return Object.fromEntries<Point[string]>([['label', label], ...values]);
  });
  const shown = kind === 'bridge' ? asBridge(points, columns[0]?.key ?? '') : points;
  const ticks = ticksOf(highestOf(shown, columns, kind), unit);
  const Chart = kind === 'lines' ? LineChart : BarChart;
  return (
    <div role="img" aria-label={t('chart', { title: source.words.title(name) })} className="h-full">
      <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 320, height: 208 }}>
        <Chart
          data={shown}
          layout={isLying ? 'vertical' : 'horizontal'}
          margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          {partsOf(
            { kind, isLying },
            columns,
            (value) => format.value(value, unit, currency),
            axisOf(format, unit, ticks),
          )}
        </Chart>
      </ResponsiveContainer>
    </div>
  );
}

const axisOf = (format: ReportFormat, unit: Unit, ticks: number[]) => ({
  ticks,
  domain: [0, ticks.at(-1) ?? 1],
  tickFormatter: (value: number) => format.tick(value, unit),
});

/** The values of a ranking are drawn one after the other in one bar, all others beside each other. */
function highestOf(points: Point[], columns: Drawn[], kind: ChartKind): number {
  const values = points.map((point) => columns.flatMap(({ key }) => point[key] ?? 0).map(Number));
  const highest = (each: number[]) =>
    kind === 'ranking' ? each.reduce((sum, value) => sum + value, 0) : Math.max(...each);
  return Math.max(0, ...values.map(highest));
}

/** Each change begins where the one before it ended; the first and the last begin at zero. */
function asBridge(points: Point[], key: string): Point[] {
  let level = 0;
  return points.map((point, index) => {
    const value = Number(point[key] ?? 0);
    const isWhole = index === 0 || index === points.length - 1;
    const from = isWhole ? 0 : level;
    level = isWhole ? value : level + value;
    return { ...point, [key]: [from, level], fill: isWhole ? 'var(--chart-1)' : changeColour(value) };
  });
}

const cut = (label: string, most: number) => (label.length > most ? `${label.slice(0, most - 1)}…` : label);

/** Lines that are not drawn have no places: to find them, each name on the axis would be measured. */
const none = () => [];

type Form = { kind: ChartKind; isLying: boolean };

/** The axis of names and the axis of values. */
function axesOf({ kind, isLying }: Form, axis: ReturnType<typeof axisOf>) {
  const isRanking = kind === 'ranking';
  const bare = { tick: TICK, tickLine: false, axisLine: false };
  if (isLying)
    return (
      <>
        <CartesianGrid horizontal={false} horizontalCoordinatesGenerator={none} stroke="var(--line)" />
        <XAxis type="number" allowDecimals={false} {...axis} {...bare} />
        <YAxis
          type="category"
          dataKey="label"
          width={isRanking ? 144 : 104}
          interval={0}
          // In one line: a second one would overlap the next name.
          tickFormatter={(label: string) => cut(label, isRanking ? 20 : 14).replaceAll(' ', '\u00a0')}
          {...bare}
        />
      </>
    );
  return (
    <>
      <CartesianGrid vertical={false} verticalCoordinatesGenerator={none} stroke="var(--line)" />
      <XAxis
        tickFormatter={(label: string) => cut(label, 14)}
        dataKey="label"
        minTickGap={kind === 'lines' ? 16 : 4}
        {...bare}
      />
      <YAxis width={56} interval={0} allowDecimals={false} {...axis} {...bare} />
    </>
  );
}

const changeColour = (value: number) => (value < 0 ? 'var(--danger)' : 'var(--success)');

type Drawn = { key: string; title: string };

function partsOf(
  form: Form,
  columns: Drawn[],
  written: (value: number) => string,
  axis: ReturnType<typeof axisOf>,
) {
  const { kind, isLying } = form;
  const said = (value: unknown) =>
    Array.isArray(value) ? written(Number(value[1]) - Number(value[0])) : written(Number(value));
  return (
    <>
      {axesOf(form, axis)}
      <Tooltip
        isAnimationActive={false}
        cursor={{ fill: 'var(--hover)', stroke: 'var(--line)' }}
        formatter={(value) => said(value)}
        contentStyle={{ background: 'var(--raised)', border: '1px solid var(--line)', borderRadius: 8 }}
        itemStyle={{ color: 'var(--ink)' }}
        labelStyle={{ color: 'var(--muted)' }}
      />
      {columns.length > 1 ? (
        <Legend
          iconType="circle"
          iconSize={8}
          itemSorter={null}
          formatter={(title) => <span className="text-xs text-muted">{title}</span>}
        />
      ) : null}
      {columns.map(({ key, title }, index) =>
        kind === 'lines' ? (
          <Line
            key={key}
            dataKey={key}
            name={title}
            stroke={COLOURS[index] ?? 'var(--chart-1)'}
            strokeWidth={1.5}
            dot={false}
            type="linear"
            isAnimationActive={false}
          />
        ) : (
          <Bar
            key={key}
            dataKey={key}
            name={title}
            fill={COLOURS[index] ?? 'var(--chart-1)'}
            {...(kind === 'ranking'
              ? { stackId: 'ranking' }
              : { radius: isLying ? [0, 3, 3, 0] : [3, 3, 0, 0] })}
            maxBarSize={36}
            isAnimationActive={false}
          />
        ),
      )}
    </>
  );
}
