import { Button } from '@atalaya/ui/button';
import { Plus } from 'lucide-react';
import { Suspense, lazy, useMemo, useState } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { ExportButton } from '../../shared/export-button.tsx';
import { PageHeader } from '../../shared/page-header.tsx';
import { choiceField, pageField, textField, useUrlState } from '../../shared/url-state.ts';
import { CompaniesFilterBar } from './companies-filter-bar.tsx';
import { CompaniesPanel } from './companies-panel.tsx';
import { CompaniesViewMenu } from './companies-view-menu.tsx';
import { CompanyStats } from './company-stats.tsx';
import { companiesTexts } from './companies-texts.ts';
import { type Company, SORTS, STATUSES, sentFilters } from './companies.api.ts';
import { useCompaniesView } from './use-companies-view.ts';

const CompanyDialogs = lazy(async () => ({
  default: (await import('./company-dialogs.tsx')).CompanyDialogs,
}));

/** `company`: whose detail is open; `edit`: who is being edited, or 'new'. */
const fields = {
  page: pageField(),
  search: textField(),
  status: choiceField([...STATUSES, 'bin'], null),
  plan: textField(),
  sort: choiceField(SORTS, 'created_at'),
  order: choiceField(['asc', 'desc'], 'desc'),
  company: textField(),
  edit: textField(),
};

/** 'Empresas Cliente', for a super_admin. */
export function CompaniesPage() {
  const t = useTexts(companiesTexts);
  const [{ company, edit, ...state }, setState] = useUrlState(fields);
  const [view, setView] = useCompaniesView();
  const [removing, setRemoving] = useState<Company | null>(null);
  const handlers = useMemo(
    () => ({
      onView: ({ id }: Company) => setState({ company: id }),
      onEdit: ({ id }: Company) => setState({ edit: id, company: '' }),
      onRemove: (chosen: Company) => setRemoving(chosen),
    }),
    [setState],
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <ExportButton what={() => ({ resource: 'organizations', filters: sentFilters(state) })} />
            <Button icon={<Plus size={16} />} onClick={() => setState({ edit: 'new' })}>
              {t('create')}
            </Button>
          </>
        }
      />
      <CompanyStats onFilter={(filters) => setState({ ...filters, page: 1 })} />
      <CompaniesFilterBar
        state={state}
        onChange={(change, options) => setState({ ...change, page: 1 }, options)}
      >
        <CompaniesViewMenu view={view} onChange={setView} />
      </CompaniesFilterBar>
      <CompaniesPanel state={state} onChange={setState} handlers={handlers} view={view} />
      {company !== '' || edit !== '' || removing ? (
        <Suspense>
          <CompanyDialogs
            viewed={company}
            edited={edit}
            removed={removing}
            handlers={handlers}
            onClose={() => setState({ company: '', edit: '' })}
            onRemovalClose={() => setRemoving(null)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
