import { Button } from '@atalaya/ui/button';
import { Modal } from '@atalaya/ui/modal';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../platform/messages/error-text.ts';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { plansOnOfferQuery } from './plans.face.ts';
import { RemoteSelect } from '../../shared/remote-select.tsx';
import { runFromToast } from '../../shared/run-from-toast.ts';
import { PlanSimulation } from './plan-simulation.tsx';
import { type Plan, simulationQuery, useArchivePlan, useRestorePlan } from './plans.api.ts';
import { plansTexts } from './plans.es.ts';
import { usePrice } from './use-price.ts';

/** Asks, and where companies are on the plan to which one they go, showing what that means for them. */
export function PlanRemoval({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const t = useTexts(plansTexts);
  const subscribers = plan.subscribers ?? 0;
  const [destination, setDestination] = useState<Plan | null>(null);
  const isPossible = useIsPossible(plan, destination);
  const { remove, busy } = useRemove(plan);
  // Refused, it stays with the plan that was chosen.
  const confirm = () => void remove(destination).then((done) => (done ? onClose() : undefined));
  return (
    <Modal
      open
      onClose={busy ? () => undefined : onClose}
      role="alertdialog"
      size={subscribers > 0 ? 'lg' : 'md'}
      title={t('removal.title')}
      description={t('removal.body', { name: plan.name })}
      closeLabel={t('removal.cancel')}
      showCloseButton={false}
      footer={
        <>
          <Button variant="outline" disabled={busy} onClick={onClose}>
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
              plan_id={plan.id}
              to={{ type: 'plan', id: destination.id }}
              over={(count) => t('removal.over', { count })}
            />
          ) : null}
        </div>
      ) : null}
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
  const others = offer.data?.filter((other) => other.id !== plan.id) ?? [];
  return (
    <RemoteSelect
      query={offer}
      label={t('removal.destination')}
      placeholder={t('removal.destinationPlaceholder')}
      required
      reserveLine={false}
      value={value?.id ?? null}
      onValueChange={(id) => onValueChange(others.find((other) => other.id === id) ?? null)}
      options={others.map((other) => ({
        value: other.id,
        label: other.name,
        description: price(other.price_cents),
      }))}
    />
  );
}

/** Archives, tells, and offers the way back; true when it is done. */
function useRemove(plan: Plan) {
  const t = useTexts(plansTexts);
  const { language } = useLanguage();
  const archive = useArchivePlan();
  const restore = useRestorePlan();
  const notifyFailure = useNotifyFailure();

  const bringBack = async () => {
    const { returned, stayed } = await restore.mutateAsync({ id: plan.id, with_subscribers: true });
    const told = [
      ...(returned > 0 ? [t('returned', { count: returned })] : []),
      ...(stayed > 0 ? [t('stayed', { count: stayed })] : []),
    ];
    notify.success(t('restored'), told.length > 0 ? { description: told.join(' ') } : {});
  };
  const undo = () => runFromToast({ run: bringBack, tell: notifyFailure, retryLabel: t('retry') });
  const remove = async (destination: Plan | null): Promise<boolean> => {
    try {
      await archive.mutateAsync({ plan, move_to: destination?.id ?? null });
      notify.success(t('removal.done'), {
        ...(destination ? { description: t('removal.moved', { name: destination.name }) } : {}),
        action: { label: t('removal.undo'), onClick: undo },
      });
      return true;
    } catch (error) {
      notify.error(t('removal.failed'), { description: await errorText(error, language) });
      return false;
    }
  };
  return { remove, busy: archive.isPending };
}
