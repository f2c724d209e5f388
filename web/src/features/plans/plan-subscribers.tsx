import { Button } from '@atalaya/ui/button';
import { Link } from '@tanstack/react-router';
import { CalendarClock } from 'lucide-react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { useConfirm } from '../../shared/confirm.tsx';
import { type Plan, useCancelMove } from './plans.api.ts';
import { plansTexts } from './plans.es.ts';

/** Who is on a plan, on which version, and when they are moved: told to a super_admin alone. */
export function PlanSubscribers({ plan }: { plan: Plan }) {
  const t = useTexts(plansTexts);
  const { subscribers, on_older_versions: older } = plan;
  if (subscribers === null) return null;
  const count = t('subscribers', { count: subscribers });
  return (
    <div className="mt-auto pt-4 text-sm text-muted">
      <p className="border-t border-line pt-3 pb-1">
        {subscribers === 0 ? (
          count
        ) : (
          <Link
            to="/admin/companies"
            search={{ plan: plan.key }}
            className="press-around relative text-primary-ink underline-offset-4 hover:underline"
          >
            {count}
          </Link>
        )}
      </p>
      <p>
        {t('versionNumber', { number: String(plan.version_number) })}
        {older ? ` · ${t('older', { count: older })}` : null}
      </p>
      {plan.move ? <PlannedMove plan={plan} move={plan.move} /> : null}
    </div>
  );
}

function PlannedMove({ plan, move }: { plan: Plan; move: NonNullable<Plan['move']> }) {
  const t = useTexts(plansTexts);
  const { date } = useFormat();
  const confirm = useConfirm();
  const cancel = useCancelMove();
  const notifyFailure = useNotifyFailure();

  async function ask() {
    const yes = await confirm({
      title: t('cancelMoveTitle', { name: plan.name }),
      consequence: t('cancelMoveBody'),
      confirmLabel: t('cancelMove'),
      destructive: false,
    });
    if (yes) await cancel.mutateAsync(plan).then(() => notify.success(t('moveCanceled')), notifyFailure);
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="flex items-center gap-2">
        <CalendarClock size={16} aria-hidden className="shrink-0" />
        {t('move', { date: date(dayStart(move.on)), number: String(move.version_number) })}
      </p>
      <Button variant="outline" size="sm" busy={cancel.isPending} onClick={() => void ask()}>
        {t('cancelMove')}
      </Button>
    </div>
  );
}

/** A day without a time, as the local midnight: shown as the day that it is, in every time zone. */
function dayStart(day: string): Date {
  return new Date(`${day}T00:00`);
}
