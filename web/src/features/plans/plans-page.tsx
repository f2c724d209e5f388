import { Button } from '@atalaya/ui/button';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { BinButton, BinPlace, useShowsBin } from '../bin/bin.face.ts';
import { PageHeader } from '../../shared/page-header.tsx';
import type { ReadAhead } from '../../shared/read-ahead.ts';
import { pageField, readState, textField, useUrlState } from '../../shared/url-state.ts';
import { PlanList } from './plan-list.tsx';
import { type Plan, plansQuery } from './plans.api.ts';
import { plansTexts } from './plans.es.ts';

/** With forms, which the list does without. */
const PlanDialogs = lazyPart(() => import('./plan-dialogs.tsx'), 'PlanDialogs');

/** `plan`: which is being edited, by id, or 'new'. */
const fields = {
  page: pageField(),
  plan: textField(),
};

export const readAhead: ReadAhead = ({ client, search }) => {
  const { page } = readState(fields, search);
  return client.query(plansQuery(page));
};

/** 'Planes y Precios'. */
export function PlansPage() {
  const t = useTexts(plansTexts);
  const { may } = usePermissions();
  const [{ page, plan }, setState] = useUrlState(fields);
  const isBin = useShowsBin() && may('plans.archive');
  const [removed, setRemoved] = useState<Plan | null>(null);
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            {may('plans.archive') && !isBin ? <BinButton /> : null}
            {may('plans.create') ? (
              <Button icon={<Plus size={16} />} onClick={() => setState({ plan: 'new' })}>
                {t('create')}
              </Button>
            ) : null}
          </>
        }
      />
      {isBin ? (
        <BinPlace type="plan" />
      ) : (
        <PlanList
          page={page}
          onPageChange={(next, options) => setState({ page: next }, options)}
          onEdit={({ id }) => setState({ plan: id })}
          onRemove={setRemoved}
        />
      )}
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
