import { ORGANIZATION_SORTS } from '@atalaya/contract/choices';
import { SUBSCRIPTION_STATUSES } from '@atalaya/contract/subscription-states';
import { Button } from '@atalaya/ui/button';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { ExportButton } from '../../shared/export-button.tsx';
import { ImportButton } from '../../shared/import-button.tsx';
import { PageHeader } from '../../shared/page-header.tsx';
import { TableViewMenu } from '../../shared/table-view-menu.tsx';
import { choiceField, dayField, pageField, textField, useUrlState } from '../../shared/url-state.ts';
import { useTableView } from '../../shared/use-table-view.ts';
import { CompaniesFilterBar } from './companies-filter-bar.tsx';
import { CompaniesPanel } from './companies-panel.tsx';
import { CompanyActions } from './company-actions.tsx';
import { companyColumns } from './company-columns.tsx';
import { CompanyStats } from './company-stats.tsx';
import { companiesTexts } from './companies.es.ts';
import { type Company, sentFilters } from './companies.api.ts';
import { CompanyDialogs } from './company-dialogs.tsx';

/** `company`: whose detail is open; `edit`: who is being edited, or 'new'. */
const fields = {
  page: pageField(),
  search: textField(),
  status: choiceField([...SUBSCRIPTION_STATUSES, 'bin'], null),
  plan: textField(),
  created_from: dayField(),
  created_to: dayField(),
  sort: choiceField(ORGANIZATION_SORTS, 'created_at'),
  order: choiceField(['asc', 'desc'], 'desc'),
  company: textField(),
  edit: textField(),
};
const HIDEABLE = ['status', 'max_users', 'created_at'];

/** 'Empresas Cliente', for a super_admin. */
export function CompaniesPage() {
  const t = useTexts(companiesTexts);
  const [{ company, edit, ...state }, setState] = useUrlState(fields);
  const [view, setView] = useTableView('companies', HIDEABLE);
  const [removing, setRemoving] = useState<Company | null>(null);
  const handlers = useMemo(
    () => ({
      onView: ({ id }: Company) => setState({ company: id }),
      onEdit: ({ id }: Company) => setState({ edit: id, company: '' }),
      onRemove: (chosen: Company) => setRemoving(chosen),
    }),
    [setState],
  );
  const columns = useMemo(
    () => companyColumns(t, (shown) => <CompanyActions company={shown} {...handlers} />),
    [t, handlers],
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <ExportButton what={() => ({ resource: 'organizations', filters: sentFilters(state) })} />
            <ImportButton resource="organizations" />
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
        <TableViewMenu columns={columns} view={view} onChange={setView} />
      </CompaniesFilterBar>
      <CompaniesPanel
        state={state}
        onChange={setState}
        columns={columns}
        onView={handlers.onView}
        view={view}
      />
      {company !== '' || edit !== '' || removing ? (
        <CompanyDialogs
          viewed={company}
          edited={edit}
          removed={removing}
          handlers={handlers}
          onClose={() =>
            setState((now) => (now.company === company && now.edit === edit ? { company: '', edit: '' } : {}))
          }
          onRemovalClose={() => setRemoving(null)}
        />
      ) : null}
    </>
  );
}
