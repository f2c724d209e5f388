import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { LoadingDialog } from '../../shared/loading-dialog.tsx';
import { PlanForm } from './plan-form.tsx';
import { PlanRemoval } from './plan-removal.tsx';
import { type Plan, planQuery, plansQuery } from './plans.api.ts';
import { plansTexts } from './plans.es.ts';

type PlanDialogsProps = {
  /** The id of a plan, 'new', or ''. */
  edited: string;
  removed: Plan | null;
  onEditClose: () => void;
  onRemoveClose: () => void;
};

/** The form of a plan, by the id in the address, or the question before one is deleted. */
export function PlanDialogs({ edited, removed, onEditClose, onRemoveClose }: PlanDialogsProps) {
  if (removed) return <PlanRemoval key={removed.id} plan={removed} onClose={onRemoveClose} />;
  if (edited === 'new') return <NewDialog onClose={onEditClose} />;
  return edited === '' ? null : <EditDialog key={edited} id={edited} onClose={onEditClose} />;
}

/** In the currency of the installation, which comes with the list. */
function NewDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(plansTexts);
  const plans = useQuery(plansQuery(1));
  if (plans.data)
    return <PlanForm plan={null} currency={plans.data.default_currency ?? ''} onClose={onClose} />;
  return (
    <LoadingDialog
      title={t('form.createTitle')}
      closeLabel={t('form.notFound')}
      showCloseButton={false}
      loading={t('loading')}
      gone={{ title: t('gone.title'), text: t('form.notFound'), all: t('gone.all') }}
      failed={t('loadFailed')}
      error={plans.error}
      onRetry={() => plans.refetch()}
      onClose={onClose}
    />
  );
}

function EditDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts(plansTexts);
  // Read afresh: the form must edit the current values, not those that the list showed a while ago.
  const plan = useQuery({ ...planQuery(id), gcTime: 0 });
  // One that is archived is not edited: for this dialog it no longer exists.
  if (plan.data?.archived_at === null) return <PlanForm plan={plan.data} onClose={onClose} />;
  return (
    <LoadingDialog
      title={t('form.editTitle')}
      closeLabel={t('form.notFound')}
      showCloseButton={false}
      loading={t('loading')}
      gone={{ title: t('gone.title'), text: t('form.notFound'), all: t('gone.all') }}
      failed={t('form.loadFailed')}
      error={plan.data ? new ApiError(404, { code: 'object.not_found' }) : plan.error}
      onRetry={() => plan.refetch()}
      onClose={onClose}
    />
  );
}
