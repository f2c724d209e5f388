import { Button, buttonClass } from '@atalaya/ui/button';
import { MenuItem } from '@atalaya/ui/menu';
import { Modal } from '@atalaya/ui/modal';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { History, Pencil, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { MoreActions } from '../../shared/more-actions.tsx';
import { PartFailed } from '../../shared/read-failed.tsx';
import { useOpenTitle } from '../../shared/use-open-title.ts';
import type { OrganizationHandlers } from './organization-actions.tsx';
import { FactList } from '../../shared/fact-list.tsx';
import { useOrganizationFacts } from './use-organization-facts.tsx';
import { organizationsTexts } from './organizations.es.ts';
import { type Organization, organizationSeatsQuery } from './organizations.api.ts';

type OrganizationDetailProps = {
  organization: Organization;
  handlers: OrganizationHandlers;
  onClose: () => void;
};

/** All that is known of an organization. */
export function OrganizationDetail({ organization, handlers, onClose }: OrganizationDetailProps) {
  const t = useTexts(organizationsTexts);
  const { subscription, billing } = useOrganizationFacts(organization);
  useOpenTitle(organization.name);
  const edit = useRef<HTMLButtonElement>(null);
  return (
    <Modal
      open
      onClose={onClose}
      size="lg"
      title={organization.name}
      description={organization.domain ?? organization.slug}
      closeLabel={t('close')}
      initialFocus={edit}
      footer={
        <>
          <div className="mr-auto grow-0!">
            <MoreActions label={t('moreActions')}>
              <MenuItem
                icon={<History />}
                render={<Link to="/admin/audit" search={{ object: organization.id }} />}
              >
                {t('history')}
              </MenuItem>
              <MenuItem icon={<Trash2 />} tone="danger" onSelect={() => handlers.onRemove(organization)}>
                {t('menu.remove')}
              </MenuItem>
            </MoreActions>
          </div>
          <Button ref={edit} icon={<Pencil size={16} />} onClick={() => handlers.onEdit(organization)}>
            {t('form.editTitle')}
          </Button>
        </>
      }
    >
      <FactList
        facts={[
          ...billing,
          ...subscription,
          [t('facts.slug'), organization.slug],
          [t('facts.seats'), <SeatsUsed key="used" id={organization.id} />],
        ]}
      />
      <OrganizationLinks id={organization.id} />
    </Modal>
  );
}

/** The lists of what belongs to the organization, narrowed to it. */
function OrganizationLinks({ id }: { id: string }) {
  const t = useTexts(organizationsTexts);
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
  const t = useTexts(organizationsTexts);
  const { data, isError, error, refetch } = useQuery(organizationSeatsQuery(id));
  // The lines that the text may need: what is below stays where it is.
  return (
    <div className="min-h-15 pb-1 sm:min-h-10">
      {data ? t('facts.seatsUsed', { active: data.active_users, pending: data.pending_invitations }) : null}
      {!data && isError ? <PartFailed text={t('facts.seatsFailed')} error={error} onRetry={refetch} /> : null}
      {data || isError ? null : <Skeleton className="h-5 w-40" />}
    </div>
  );
}
