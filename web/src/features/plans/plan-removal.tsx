import { mayFollow } from '@atalaya/contract/plan-currency';
import { Button } from '@atalaya/ui/button';
import { Modal } from '@atalaya/ui/modal';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { errorText } from '../../platform/messages/error-text.ts';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { networkReturns } from '../../platform/use-online.ts';
import { BinNote } from '../bin/bin.face.ts';
import { plansOnOfferQuery } from './plans.face.ts';
import { BackOnline, type Problem, problemOf } from '../../shared/form-problem.tsx';
import { RemoteSelect } from '../../shared/remote-select.tsx';
import { runFromToast } from '../../shared/run-from-toast.ts';
import { PlanSimulation } from './plan-simulation.tsx';
import { type Plan, restorePlan, simulationQuery, useArchivePlan, usePlansChanged } from './plans.api.ts';
import { plansTexts } from './plans.es.ts';
import { usePrice } from './use-price.ts';

/** Asks, and where companies are on the plan to which one they go, showing what that means for them. */
export function PlanRemoval({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const t = useTexts(plansTexts);
  const subscribers = plan.subscribers ?? 0;
  const [destination, setDestination] = useState<Plan | null>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const isPossible = useIsPossible(plan, destination);
  const { remove, busy, problem } = useRemove(plan);
  // Refused, it stays with the plan that was chosen.
  const confirm = () => void remove(destination).then((done) => (done ? onClose() : undefined));
  return (
    <Modal
      open
      onClose={busy ? () => undefined : onClose}
      role="alertdialog"
      // Not the link of the description, though it comes first.
      initialFocus={cancel}
      size={subscribers > 0 ? 'lg' : 'md'}
      title={t('removal.title')}
      description={
        <>
          {t('removal.body', { name: plan.name })} <BinNote to="/admin/plans" onLeave={onClose} />
        </>
      }
      closeLabel={t('removal.cancel')}
      showCloseButton={false}
      footer={
        <>
          <Button ref={cancel} variant="outline" disabled={busy} onClick={onClose}>
            {t('removal.cancel')}
          </Button>
          <Button variant="danger" busy={busy} disabled={!isPossible} onClick={confirm}>
            {t('removal.confirm')}
          </Button>
        </>
      }
    >
      {subscribers > 0 ? (
        <div className="grid gap-3">
          <p>{t('removal.subscribers', { count: subscribers })}</p>
          <Destination plan={plan} value={destination} onValueChange={setDestination} />
          {destination ? (
            <PlanSimulation
              currency={(plan.price_cents > 0 ? plan : destination).currency}
              plan_id={plan.id}
              to={{ type: 'plan', id: destination.id }}
              over={(count) => t('removal.over', { count })}
            />
          ) : null}
        </div>
      ) : null}
      <BackOnline problem={problem} className={subscribers > 0 ? 'mt-3' : ''} />
    </Modal>
  );
}

/** All subscribers of the plan must fit into the chosen one; otherwise the plan cannot be removed. */
function useIsPossible(plan: Plan, destination: Plan | null): boolean {
  const simulation = useQuery({
    ...simulationQuery(plan.id, { type: 'plan', id: destination?.id ?? plan.id }, 1),
    enabled: destination !== null,
  });
  if (plan.subscribers === 0) return true;
  // What is shown until the answer comes belongs to the plan chosen before.
  if (destination === null || simulation.isPlaceholderData) return false;
  return simulation.data?.over_limit === 0;
}

type DestinationProps = { plan: Plan; value: Plan | null; onValueChange: (plan: Plan | null) => void };

function Destination({ plan, value, onValueChange }: DestinationProps) {
  const t = useTexts(plansTexts);
  const { price } = usePrice();
  const offer = useQuery(plansOnOfferQuery);
  const others = offer.data?.filter((other) => other.id !== plan.id && mayFollow(plan, other)) ?? [];
  return (
    <RemoteSelect
      query={offer}
      label={t('removal.destination')}
      placeholder={t('removal.destinationPlaceholder')}
      required
      value={value?.id ?? null}
      onValueChange={(id) => onValueChange(others.find((other) => other.id === id) ?? null)}
      options={others.map((other) => ({
        value: other.id,
        label: other.name,
        description: price(other.price_cents, other.currency),
      }))}
    />
  );
}

/** Archives, tells, and offers the way back; true when it is done. */
function useRemove(plan: Plan) {
  const t = useTexts(plansTexts);
  const { language } = useLanguage();
  const archive = useArchivePlan();
  const changed = usePlansChanged();
  const notifyFailure = useNotifyFailure();
  const [problem, setProblem] = useState<Problem | null>(null);

  const bringBack = async () => {
    const { returned, stayed } = await restorePlan(plan);
    const told = [
      ...(returned > 0 ? [t('returned', { count: returned })] : []),
      ...(stayed > 0 ? [t('stayed', { count: stayed })] : []),
    ];
    notify.success(t('restored'), told.length > 0 ? { description: told.join(' ') } : {});
  };
  const undo = () =>
    runFromToast({
      run: bringBack,
      tell: notifyFailure,
      retryLabel: t('retry'),
      back: { id: plan.id, read: changed },
    });
  const remove = async (destination: Plan | null): Promise<boolean> => {
    const returns = networkReturns();
    setProblem(null);
    try {
      await archive.mutateAsync({ plan, move_to: destination?.id ?? null });
      notify.success(t('removal.done'), {
        ...(destination ? { description: t('removal.moved', { name: destination.name }) } : {}),
        action: { label: t('removal.undo'), undoes: true, onClick: undo },
      });
      return true;
    } catch (error) {
      const text = await errorText(error, language);
      notify.error(t('removal.failed'), { description: text });
      setProblem(problemOf(text, error, returns));
      return false;
    }
  };
  return { remove, busy: archive.isPending, problem };
}
