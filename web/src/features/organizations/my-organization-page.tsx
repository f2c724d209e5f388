import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { EmptyState } from '@atalaya/ui/empty-state';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, Pencil } from 'lucide-react';
import { Suspense, lazy } from 'react';
import { loadPart } from '../../platform/load-part.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useSession } from '../../platform/session.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { PageHeader } from '../../shared/page-header.tsx';
import { choiceField, useUrlState } from '../../shared/url-state.ts';
import { FactList, useCompanyFacts } from './organization-facts.tsx';
import { CompanySeats } from './organization-seats.tsx';
import { companiesTexts } from './organizations.es.ts';
import { type Company, companyQuery } from './organizations.api.ts';
import { CompanyForm } from './organization-form.tsx';

/** Only of a super_admin. */
const CompaniesPage = lazy(async () => ({
  default: (await loadPart(() => import('./organizations-page.tsx'))).CompaniesPage,
}));

const fields = { edit: choiceField(['data', 'billing'], null) };

/** The own organization of an admin; a super_admin, who has none, sees all companies here too. */
export function MyCompanyPage() {
  const { organization } = useSession();
  if (organization) return <OwnCompany id={organization.id} />;
  return (
    <Suspense>
      <CompaniesPage />
    </Suspense>
  );
}

function OwnCompany({ id }: { id: string }) {
  const t = useTexts(companiesTexts);
  const company = useQuery(companyQuery(id));
  if (company.data) return <Loaded company={company.data} />;
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('own.subtitle')} />
      {company.isError ? (
        <EmptyState
          icon={<CircleAlert size={20} />}
          title={t('loadFailed')}
          action={<Button onClick={() => void company.refetch()}>{t('retry')}</Button>}
        />
      ) : (
        <div role="status" aria-label={t('loading')} className="grid gap-4">
          <Skeleton className="h-40" />
          <Skeleton className="h-40" />
        </div>
      )}
    </>
  );
}

function Loaded({ company }: { company: Company }) {
  const t = useTexts(companiesTexts);
  const [{ edit }, setState] = useUrlState(fields);
  const { subscription, billing } = useCompanyFacts(company);
  const isReadOnly = !usePermissions().may('organizations.update');
  const close = () => setState({ edit: null });
  return (
    <>
      <PageHeader title={company.name} subtitle={t('own.subtitle')} />
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
              [t('facts.domain'), company.domain ?? t('facts.none')],
              [t('facts.slug'), company.slug],
              ...subscription,
            ]}
          />
        </Card>
        <div className="grid gap-4">
          <CompanySeats company={company} />
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
        <CompanyForm company={company} fields={edit === 'data' ? 'own' : 'billing'} onClose={close} />
      ) : null}
    </>
  );
}
