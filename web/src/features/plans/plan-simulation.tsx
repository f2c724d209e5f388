import { UNLIMITED_SEATS } from '@atalaya/contract/limits';
import { Badge } from '@atalaya/ui/badge';
import { Banner } from '@atalaya/ui/banner';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { ListPages } from '../../shared/list-pages.tsx';
import { PartFailed } from '../../shared/read-failed.tsx';
import { type SimulatedChange, type SimulatedRow, type Simulation, simulationQuery } from './plans.api.ts';
import { plansTexts } from './plans.es.ts';
import { usePrice } from './use-price.ts';

type PlanSimulationProps = {
  plan_id: string;
  /** Of what is paid before and after. */
  currency: string;
  to: SimulatedChange;
  /** What it means that so many companies would be over their limit. */
  over: (count: number) => string;
};

/** Who would pay what, the difference a month, and which companies would be over their limit. */
export function PlanSimulation({ plan_id, currency, to, over }: PlanSimulationProps) {
  const t = useTexts(plansTexts);
  const [page, setPage] = useState(1);
  const simulation = useQuery(simulationQuery(plan_id, to, page));
  if (simulation.isError)
    return <PartFailed text={t('simulation.failed')} error={simulation.error} onRetry={simulation.refetch} />;
  if (!simulation.data)
    return (
      <div role="status" aria-label={t('simulation.loading')}>
        <Skeleton className="h-32" />
      </div>
    );
  return (
    <div aria-busy={simulation.isPlaceholderData} className="grid gap-3">
      <Sums simulation={simulation.data} currency={currency} over={over} />
      <Rows rows={simulation.data.items} currency={currency} />
      <ListPages
        label={t('simulation.label')}
        page={page}
        total={simulation.data.total}
        onPageChange={setPage}
      />
    </div>
  );
}

type SumsProps = { simulation: Simulation } & Pick<PlanSimulationProps, 'currency' | 'over'>;

function Sums({ simulation, currency, over }: SumsProps) {
  const t = useTexts(plansTexts);
  const { number } = useFormat();
  const { amount, difference } = usePrice();
  const { monthly_before_cents: before, monthly_after_cents: after, over_limit, paying, total } = simulation;
  return (
    <>
      <p className="tabular-nums">
        <strong className="font-semibold">
          {t('simulation.monthly', {
            before: amount(before, currency),
            after: amount(after, currency),
            difference: difference(after - before, currency),
          })}
        </strong>
        <span className="block text-sm text-muted">
          {t('simulation.paying', { paying, total: number(total) })}
        </span>
      </p>
      {over_limit > 0 ? <Banner tone="warning">{over(over_limit)}</Banner> : null}
    </>
  );
}

function Rows({ rows, currency }: { rows: SimulatedRow[]; currency: string }) {
  const t = useTexts(plansTexts);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it may scroll, by keyboard too
    <div className="max-h-72 overflow-auto" tabIndex={0} role="group" aria-label={t('simulation.label')}>
      <table className="w-full text-left text-sm">
        <thead className="sticky top-0 bg-raised text-muted">
          <tr>
            <th className="py-1 pr-3 font-medium">{t('simulation.company')}</th>
            <th className="py-1 pr-3 text-right font-medium">{t('simulation.before')}</th>
            <th className="py-1 pr-3 text-right font-medium">{t('simulation.after')}</th>
            <th className="py-1 font-medium">{t('simulation.seats')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.organization.id} row={row} currency={currency} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row, currency }: { row: SimulatedRow; currency: string }) {
  const t = useTexts(plansTexts);
  const { number } = useFormat();
  const { price } = usePrice();
  const seats = (limit: number) => (limit === UNLIMITED_SEATS ? t('unlimited') : number(limit));
  return (
    <tr className="border-t border-line">
      <th className="py-1.5 pr-3 font-normal sm:max-w-48 sm:truncate">{row.organization.name}</th>
      {row.is_paying ? (
        <>
          <td className="py-1.5 pr-3 text-right whitespace-nowrap tabular-nums">
            {price(row.price_before_cents, currency)}
          </td>
          <td className="py-1.5 pr-3 text-right whitespace-nowrap tabular-nums">
            {price(row.price_after_cents, currency)}
          </td>
        </>
      ) : (
        <td colSpan={2} className="py-1.5 pr-3 text-right text-muted">
          {t(row.subscription_status === 'trial' ? 'simulation.trial' : 'simulation.inactive')}
        </td>
      )}
      <td className="py-1.5 sm:whitespace-nowrap">
        {t('simulation.seatsValue', { used: number(row.used), limit: seats(row.max_users_after) })}{' '}
        {row.is_over_limit ? <Badge tone="warning">{t('simulation.overLimit')}</Badge> : null}
      </td>
    </tr>
  );
}
