import type { ReactNode } from 'react';
import type { Translate } from '../../platform/messages/use-texts.ts';
import type { ListColumn } from '../../shared/list-sort.tsx';
import { DateOnly } from '../../shared/date-and-time.tsx';
import { MaxUsers, PlanBadge, StatusBadge } from './organization-badges.tsx';
import type { organizationsEs } from './organizations.es.ts';
import type { Organization } from './organizations.api.ts';

export function organizationColumns(
  t: Translate<typeof organizationsEs>,
  actions: (organization: Organization) => ReactNode,
): ListColumn<Organization>[] {
  return [
    {
      key: 'name',
      title: t('columns.organization'),
      sortedAs: 'text',
      render: (organization) => <OrganizationName organization={organization} />,
    },
    {
      key: 'status',
      title: t('columns.status'),
      plain: true,
      card: 'first',
      width: '8rem',
      // By the codes of the statuses, of which these are the first and the last.
      sortedAs: [t('status.active'), t('status.trial')],
      render: ({ subscription_status }) => <StatusBadge status={subscription_status} />,
    },
    {
      key: 'max_users',
      title: t('columns.maxUsers'),
      width: '9rem',
      sortedAs: 'number',
      render: ({ max_users }) => <MaxUsers value={max_users} />,
    },
    {
      key: 'created_at',
      title: t('columns.created'),
      plain: true,
      width: '11rem',
      sortedAs: 'date',
      render: ({ created_at }) => <DateOnly value={created_at} />,
    },
    {
      key: 'actions',
      title: t('columns.actions'),
      hideTitle: true,
      align: 'end',
      width: '8rem',
      render: actions,
    },
  ];
}

/** As wide as its column lets it be. */
function OrganizationName({ organization }: { organization: Organization }) {
  return (
    <span className="block w-48 min-w-full cards:w-auto cards:min-w-0">
      <span className="flex min-w-0 items-center gap-2">
        <span title={organization.name} className="truncate font-medium">
          {organization.name}
        </span>
        <PlanBadge organization={organization} />
      </span>
      <span className="block truncate text-sm text-muted max-sm:hidden">
        {organization.domain ?? organization.slug}
      </span>
    </span>
  );
}
