import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';

import { lazyPart } from '../../platform/lazy-part.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useSession } from '../../platform/session.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { FactList } from '../../shared/fact-list.tsx';
import { LoadFailed } from '../../shared/load-failed.tsx';
import { PageHeader } from '../../shared/page-header.tsx';
import type { ReadAhead } from '../../shared/read-ahead.ts';
import { choiceField, useUrlState } from '../../shared/url-state.ts';
import { useNewsOf } from '../../shared/use-live-list.ts';
import { organizationQuery } from '../../shared/use-organization-name.ts';
import { OrganizationSeats } from './organization-seats.tsx';
import { useOrganizationFacts } from './use-organization-facts.tsx';
import { organizationsTexts } from './organizations.es.ts';
import { type Organization, organizationSeatsQuery } from './organizations.api.ts';

/** Only of a super_admin. */
const OrganizationForm = lazyPart(() => import('./organization-form.tsx'), 'OrganizationForm');
const OrganizationsPage = lazyPart(() => import('./organizations-page.tsx'), 'OrganizationsPage');

const fields = { edit: choiceField(['data', 'billing'], null) };

export const readAhead: ReadAhead = ({ client, session: { organization } }) =>
  organization ? client.query(organizationQuery(organization.id)) : undefined;

/** The own organization of an admin; a super_admin, who has none, sees all organizations here too. */
export function MyOrganizationPage() {
  const { organization } = useSession();
  if (organization) return <OwnOrganization id={organization.id} />;
  return <OrganizationsPage fallback={<Skeleton className="h-72" />} />;
}

function OwnOrganization({ id }: { id: string }) {
  const t = useTexts(organizationsTexts);
  const client = useQueryClient();
  const organization = useQuery(organizationQuery(id));
  useNewsOf(['organizations', 'users'], () => {
    for (const queryKey of [organizationQuery(id).queryKey, organizationSeatsQuery(id).queryKey])
      void client.invalidateQueries({ queryKey });
  });
  if (organization.data) return <OrganizationCards organization={organization.data} />;
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('own.subtitle')} />
      {organization.isError ? (
        <LoadFailed title={t('loadFailed')} error={organization.error} onRetry={organization.refetch} />
      ) : (
        <div role="status" aria-label={t('loading')} className="grid gap-4">
          <Skeleton className="h-40" />
          <Skeleton className="h-40" />
        </div>
      )}
    </>
  );
}

function OrganizationCards({ organization }: { organization: Organization }) {
  const t = useTexts(organizationsTexts);
  const [{ edit }, setState] = useUrlState(fields);
  const { subscription, billing } = useOrganizationFacts(organization);
  const isReadOnly = !usePermissions().may('organizations.update');
  const close = () => setState({ edit: null });
  return (
    <>
      <PageHeader title={organization.name} subtitle={t('own.subtitle')} />
      <div className="grid gap-4 lg:grid-cols-2">
        <Card
          title={t('own.data')}
          description={t('own.plan')}
          actions={
            <Button
              variant="outline"
              size="sm"
              icon={<Pencil size={16} />}
              disabled={isReadOnly}
              title={isReadOnly ? t('own.readOnly') : undefined}
              onClick={() => setState({ edit: 'data' })}
            >
              {t('own.edit')}
            </Button>
          }
        >
          <FactList
            facts={[
              [t('facts.domain'), organization.domain ?? t('facts.none')],
              [t('facts.slug'), organization.slug],
              ...subscription,
            ]}
          />
        </Card>
        <div className="grid gap-4">
          <OrganizationSeats organization={organization} />
          <Card
            title={t('own.billing')}
            actions={
              <Button
                variant="outline"
                size="sm"
                icon={<Pencil size={16} />}
                onClick={() => setState({ edit: 'billing' })}
              >
                {t('own.editBilling')}
              </Button>
            }
          >
            <FactList facts={billing} />
          </Card>
        </div>
      </div>
      {edit === 'billing' || (edit === 'data' && !isReadOnly) ? (
        <OrganizationForm
          organization={organization}
          fields={edit === 'data' ? 'own' : 'billing'}
          onClose={close}
        />
      ) : null}
    </>
  );
}
