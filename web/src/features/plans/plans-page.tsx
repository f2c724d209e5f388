import { Button } from '@atalaya/ui/button';
import { Select } from '@atalaya/ui/select';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { PageHeader } from '../../shared/page-header.tsx';
import { choiceField, pageField, textField, useUrlState } from '../../shared/url-state.ts';
import { PlanList } from './plan-list.tsx';
import type { Plan } from './plans.api.ts';
import { plansTexts } from './plans.es.ts';
import { PlanDialogs } from './plan-dialogs.tsx';

/** `plan`: which is being edited, by id, or 'new'. */
const fields = {
  page: pageField(),
  show: choiceField(['listed', 'archived'], 'listed'),
  plan: textField(),
};

/** 'Planes y Precios'. */
export function PlansPage() {
  const t = useTexts(plansTexts);
  const { may } = usePermissions();
  const [{ page, show, plan }, setState] = useUrlState(fields);
  const [removed, setRemoved] = useState<Plan | null>(null);
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            {may('plans.archive') ? (
              <Select
                label={t('show.label')}
                hideLabel
                reserveLine={false}
                value={show}
                onValueChange={(next) => setState({ show: next, page: 1 })}
                options={[
                  { value: 'listed', label: t('show.listed') },
                  { value: 'archived', label: t('show.archived') },
                ]}
              />
            ) : null}
            {may('plans.create') ? (
              <Button icon={<Plus size={16} />} onClick={() => setState({ plan: 'new' })}>
                {t('create')}
              </Button>
            ) : null}
          </>
        }
      />
      <PlanList
        page={page}
        show={show}
        onPageChange={(next, options) => setState({ page: next }, options)}
        onEdit={({ id }) => setState({ plan: id })}
        onRemove={setRemoved}
      />
      {(plan !== '' && may(plan === 'new' ? 'plans.create' : 'plans.update')) || removed ? (
        <PlanDialogs
          edited={plan}
          removed={removed}
          onEditClose={() => setState((now) => (now.plan === plan ? { plan: '' } : {}))}
          onRemoveClose={() => setRemoved(null)}
        />
      ) : null}
    </>
  );
}
