import type { ReactNode } from 'react';
import type { Translate } from '../../platform/messages/use-texts.ts';
import type { ListColumn } from '../../shared/list-sort.tsx';
import { DateOnly } from '../../shared/date-and-time.tsx';
import { MaxUsers, PlanBadge, StatusBadge } from './organization-badges.tsx';
import type { companiesEs } from './organizations.es.ts';
import type { Company } from './organizations.api.ts';

export function companyColumns(
  t: Translate<typeof companiesEs>,
  actions: (company: Company) => ReactNode,
): ListColumn<Company>[] {
  return [
    {
      key: 'name',
      title: t('columns.company'),
      sortedAs: 'text',
      render: (company) => <CompanyName company={company} />,
    },
    {
      key: 'status',
      title: t('columns.status'),
      plain: true,
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

function CompanyName({ company }: { company: Company }) {
  return (
    <span className="block min-w-0">
      <span className="flex min-w-0 items-center gap-2">
        <span className="truncate font-medium">{company.name}</span>
        <PlanBadge company={company} />
      </span>
      <span className="block truncate text-sm text-muted">{company.domain ?? company.slug}</span>
    </span>
  );
}
