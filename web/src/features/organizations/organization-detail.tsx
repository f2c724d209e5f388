import { Button, buttonClass } from '@atalaya/ui/button';
import { Modal } from '@atalaya/ui/modal';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { History, Pencil, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { PartFailed } from '../../shared/read-failed.tsx';
import { useOpenTitle } from '../../shared/use-open-title.ts';
import type { CompanyHandlers } from './organization-actions.tsx';
import { FactList, useCompanyFacts } from './organization-facts.tsx';
import { companiesTexts } from './organizations.es.ts';
import { type Company, companySeatsQuery } from './organizations.api.ts';

type CompanyDetailProps = { company: Company; handlers: CompanyHandlers; onClose: () => void };

/** All that is known of a company. */
export function CompanyDetail({ company, handlers, onClose }: CompanyDetailProps) {
  const t = useTexts(companiesTexts);
  const { subscription, billing } = useCompanyFacts(company);
  useOpenTitle(company.name);
  const edit = useRef<HTMLButtonElement>(null);
  return (
    <Modal
      open
      onClose={onClose}
      size="lg"
      title={company.name}
      description={company.domain ?? company.slug}
      closeLabel={t('close')}
      initialFocus={edit}
      footer={
        <>
          <Link
            to="/admin/audit"
            search={{ object: company.id }}
            className={buttonClass({ variant: 'ghost' })}
          >
            <History size={16} aria-hidden />
            {t('history')}
          </Link>
          <Button
            variant="outline"
            icon={<Trash2 size={16} />}
            aria-label={t('remove', { name: company.name })}
            onClick={() => handlers.onRemove(company)}
          >
            {t('deletion.confirm')}
          </Button>
          <Button ref={edit} icon={<Pencil size={16} />} onClick={() => handlers.onEdit(company)}>
            {t('form.editTitle')}
          </Button>
        </>
      }
    >
      <FactList
        facts={[
          ...billing,
          ...subscription,
          [t('facts.slug'), company.slug],
          [t('facts.seats'), <SeatsUsed key="used" id={company.id} />],
        ]}
      />
      <CompanyLinks id={company.id} />
    </Modal>
  );
}

/** The lists of what belongs to the company, narrowed to it. */
function CompanyLinks({ id }: { id: string }) {
  const t = useTexts(companiesTexts);
  const look = buttonClass({ variant: 'outline', size: 'sm' });
  return (
    <nav aria-label={t('links.label')} className="mt-1 flex flex-wrap gap-2">
      <Link to="/admin/users" search={{ organization: id }} className={look}>
        {t('links.users')}
      </Link>
      <Link to="/admin/billing" search={{ tab: 'subscription', organization: id }} className={look}>
        {t('links.subscription')}
      </Link>
      <Link to="/admin/billing" search={{ tab: 'invoices', organization: id }} className={look}>
        {t('links.invoices')}
      </Link>
      <Link to="/admin/tickets" search={{ organization: id }} className={look}>
        {t('links.tickets')}
      </Link>
    </nav>
  );
}

function SeatsUsed({ id }: { id: string }) {
  const t = useTexts(companiesTexts);
  const { data, isError, refetch } = useQuery(companySeatsQuery(id));
  // The lines that the text may need: what is below stays where it is.
  return (
    <div className="min-h-15 pb-1 sm:min-h-10">
      {data ? t('facts.seatsUsed', { active: data.active_users, pending: data.pending_invitations }) : null}
      {!data && isError ? <PartFailed text={t('facts.seatsFailed')} onRetry={refetch} /> : null}
      {data || isError ? null : <Skeleton className="h-5 w-40" />}
    </div>
  );
}
