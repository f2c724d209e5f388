import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { LoadingDialog } from '../../shared/loading-dialog.tsx';
import type { CompanyHandlers } from './organization-actions.tsx';
import { CompanyDetail } from './organization-detail.tsx';
import { CompanyForm } from './organization-form.tsx';
import { CompanyRemoval } from './organization-removal.tsx';
import { companiesTexts } from './organizations.es.ts';
import { type Company, companyQuery } from './organizations.api.ts';

type CompanyDialogsProps = {
  /** Ids from the address, '' for none; `edited` may be 'new'. */
  viewed: string;
  edited: string;
  removed: Company | null;
  handlers: CompanyHandlers;
  onClose: () => void;
  onRemovalClose: () => void;
};

/** Detail, form and removal: one at a time. */
export function CompanyDialogs(props: CompanyDialogsProps) {
  const { viewed, edited, removed, handlers, onClose, onRemovalClose } = props;
  if (removed) return <CompanyRemoval company={removed} onClose={onRemovalClose} onRemoved={onClose} />;
  if (edited === 'new') return <CompanyForm company={null} fields="all" onClose={onClose} />;
  return (
    <LoadedCompany key={edited || viewed} id={edited || viewed} onClose={onClose}>
      {(company) =>
        edited ? (
          <CompanyForm company={company} fields="all" onClose={onClose} />
        ) : (
          <CompanyDetail company={company} handlers={handlers} onClose={onClose} />
        )
      }
    </LoadedCompany>
  );
}

type LoadedCompanyProps = { id: string; onClose: () => void; children: (company: Company) => ReactNode };

/** A company read afresh: the form must edit its current values, not those that the list showed a while ago. */
function LoadedCompany({ id, onClose, children }: LoadedCompanyProps) {
  const t = useTexts(companiesTexts);
  const company = useQuery({ ...companyQuery(id), gcTime: 0 });
  if (company.data) return children(company.data);
  return (
    <LoadingDialog
      title={t('columns.company')}
      closeLabel={t('close')}
      loading={t('loading')}
      gone={t('notFound')}
      failed={t('companyFailed')}
      error={company.error}
      onRetry={() => company.refetch()}
      onClose={onClose}
    />
  );
}
