import { Badge } from '@atalaya/ui/badge';
import type { ReactNode } from 'react';
import { useFormat } from '../../platform/format.ts';
import type { Translate } from '../../platform/messages/use-texts.ts';
import type { ListColumn } from '../../shared/list-sort.tsx';
import { PersonAvatar } from '../../shared/person-avatar.tsx';
import { displayName } from '../../shared/person.ts';
import { RoleBadge } from '../../shared/role-badge.tsx';
import type { usersEs } from './users.es.ts';
import type { User } from './users.api.ts';

type Actions = (user: User) => ReactNode;

/** The columns of the table; a super_admin also sees whose people they are. */
export function userColumns(
  t: Translate<typeof usersEs>,
  isSuperAdmin: boolean,
  actions: Actions,
): ListColumn<User>[] {
  return [
    {
      key: 'name',
      title: t('columns.user'),
      ...(isSuperAdmin ? { width: '34%' } : {}),
      sortedAs: 'text',
      render: (user) => <Person user={user} pending={t('pendingAccount')} />,
    },
    ...(isSuperAdmin
      ? [
          {
            key: 'organization',
            title: t('columns.organization'),
            plain: true,
            render: (user: User) =>
              user.organization?.name ?? <span className="text-muted">{t('noOrganization')}</span>,
          },
        ]
      : []),
    {
      key: 'role',
      title: t('columns.role'),
      plain: true,
      width: '8rem',
      sortedAs: 'number',
      render: ({ role }) => <RoleBadge role={role} />,
    },
    {
      key: 'status',
      title: t('columns.status'),
      plain: true,
      card: 'first',
      width: '6.5rem',
      sortedAs: [t('active'), t('inactive')],
      render: ({ is_active }) => (
        <Badge tone={is_active ? 'success' : 'neutral'} dot>
          {t(is_active ? 'active' : 'inactive')}
        </Badge>
      ),
    },
    {
      key: 'job_title',
      title: t('words.job_title'),
      plain: true,
      card: 'none',
      render: ({ job_title }) =>
        job_title ?? (
          <span data-nothing className="text-muted">
            —
          </span>
        ),
    },
    {
      key: 'last_login_at',
      title: t('columns.lastAccess'),
      card: 'none',
      width: '8rem',
      sortedAs: 'date',
      render: ({ last_login_at }) =>
        last_login_at ? (
          <RelativeDays value={last_login_at} />
        ) : (
          <span className="text-muted">{t('never')}</span>
        ),
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

/** As wide as its column lets it be: a long e-mail is cut, and does not push the actions out. */
function Person({ user, pending }: { user: User; pending: string }) {
  return (
    <span className="flex w-52 min-w-full items-center gap-3 cards:w-full">
      <span className="cards:hidden">
        <PersonAvatar person={user} />
      </span>
      <span className="min-w-0">
        <span className="block truncate font-medium">{displayName(user)}</span>
        <span title={user.email} className="block truncate text-sm text-muted">
          {user.has_account ? null : `${pending} · `}
          {user.email}
        </span>
      </span>
    </span>
  );
}

/** How many days ago, with the exact moment as a tooltip: 'ayer'. */
function RelativeDays({ value }: { value: string }) {
  const format = useFormat();
  return (
    <time dateTime={value} title={format.dateTime(value)}>
      {format.days(value)}
    </time>
  );
}
