import { Button } from '@atalaya/ui/button';
import { useMutation } from '@tanstack/react-query';
import { Euro } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { addPlansInEuros, usePlansChanged } from './plans.api.ts';
import { plansTexts } from './plans.es.ts';

/** Adds the first plans in euros to the bin, from where each is offered by restoring it. */
export function EuroPlans() {
  const t = useTexts(plansTexts);
  const changed = usePlansChanged();
  const notifyFailure = useNotifyFailure();
  const adding = useMutation({
    mutationFn: addPlansInEuros,
    onSuccess: ({ items }) =>
      notify.success(t('euros.done', { count: items.length }), { description: t('euros.next') }),
    onError: notifyFailure,
    onSettled: () => void changed(),
  });
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        variant="outline"
        icon={<Euro size={16} />}
        busy={adding.isPending}
        onClick={() => adding.mutate()}
      >
        {t('euros.add')}
      </Button>
      <p className="text-sm text-muted">{t('euros.hint')}</p>
    </div>
  );
}
