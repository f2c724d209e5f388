import { Modal } from '@atalaya/ui/modal';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { NotShown } from '../../shared/not-shown.tsx';
import type { CompanyHandlers } from './company-actions.tsx';
import { CompanyDetail } from './company-detail.tsx';
import { CompanyForm } from './company-form.tsx';
import { CompanyRemoval } from './company-removal.tsx';
import { companiesTexts } from './companies-texts.ts';
import { type Company, companyQuery } from './companies.api.ts';

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

/** A company read afresh: what is edited must be what stands now, not what the list showed a while ago. */
function LoadedCompany({ id, onClose, children }: LoadedCompanyProps) {
  const t = useTexts(companiesTexts);
  const company = useQuery({ ...companyQuery(id), gcTime: 0 });
  if (company.data) return children(company.data);
  return (
    <Modal open onClose={onClose} title={t('columns.company')} closeLabel={t('close')}>
      {company.isError ? (
        <NotShown
          error={company.error}
          gone={t('notFound')}
          failed={t('companyFailed')}
          onRetry={() => company.refetch()}
        />
      ) : (
        <div role="status" aria-label={t('loading')} className="grid gap-6 py-2">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </div>
      )}
    </Modal>
  );
}
