import { Button } from '@atalaya/ui/button';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { ListTransfers } from '../transfers/transfers.face.ts';
import { BinPlace, useShowsBin } from '../bin/bin.face.ts';
import { PageHeader } from '../../shared/page-header.tsx';
import type { ReadAhead } from '../../shared/read-ahead.ts';
import { readState, textField, useUrlState } from '../../shared/url-state.ts';
import { OrganizationList } from './organization-list.tsx';
import {
  type Organization,
  organizationListFields,
  organizationsQuery,
  overviewQuery,
  sentFilters,
} from './organizations.api.ts';
import { organizationsTexts } from './organizations.es.ts';

/** With forms, which the list does without. */
const OrganizationDialogs = lazyPart(() => import('./organization-dialogs.tsx'), 'OrganizationDialogs');

/** `company`: whose detail is open; `edit`: who is being edited, or 'new'. */
const screenFields = { company: textField(), edit: textField() };

export const readAhead: ReadAhead = ({ client, search }) =>
  Promise.all([
    client.query(organizationsQuery(readState(organizationListFields, search))),
    client.query(overviewQuery),
  ]);

/** 'Empresas Cliente', for a super_admin. */
export function OrganizationsPage() {
  const t = useTexts(organizationsTexts);
  const [{ company, edit }, setScreen] = useUrlState(screenFields);
  const [state] = useUrlState(organizationListFields);
  const isBin = useShowsBin();
  const [removing, setRemoving] = useState<Organization | null>(null);
  const handlers = useMemo(
    () => ({
      onView: ({ id }: Organization) => setScreen({ company: id }),
      onEdit: ({ id }: Organization) => setScreen({ edit: id, company: '' }),
      onRemove: (chosen: Organization) => setRemoving(chosen),
    }),
    [setScreen],
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            {isBin ? null : (
              <ListTransfers
                exported={() => ({ resource: 'organizations', filters: sentFilters(state) })}
                imported="organizations"
              />
            )}
            <Button icon={<Plus size={16} />} onClick={() => setScreen({ edit: 'new' })}>
              <span className="max-sm:sr-only">{t('create')}</span>
            </Button>
          </>
        }
      />
      {isBin ? <BinPlace type="organization" /> : <OrganizationList handlers={handlers} />}
      {company !== '' || edit !== '' || removing ? (
        <OrganizationDialogs
          viewed={company}
          edited={edit}
          removed={removing}
          handlers={handlers}
          onClose={() =>
            setScreen((now) =>
              now.company === company && now.edit === edit ? { company: '', edit: '' } : {},
            )
          }
          onRemovalClose={() => setRemoving(null)}
        />
      ) : null}
    </>
  );
}
