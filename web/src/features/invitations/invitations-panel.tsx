import { INVITATION_STATUSES } from '@atalaya/contract/choices';
import { Button } from '@atalaya/ui/button';
import { EmptyState } from '@atalaya/ui/empty-state';
import { Select } from '@atalaya/ui/select';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { MailPlus, Search, Users } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useSession } from '../../platform/session.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { ListPages } from '../../shared/list-pages.tsx';
import { LoadFailed } from '../../shared/load-failed.tsx';
import { SearchBox } from '../../shared/search-box.tsx';
import { choiceField, pageField, textField, useUrlState } from '../../shared/url-state.ts';
import { useLastPage } from '../../shared/use-last-page.ts';
import { InvitationItem } from './invitation-item.tsx';
import { invitationsTexts } from './invitations.es.ts';
import { type Invitation, invitationsQuery, seatsQuery } from './invitations.api.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { InviteManyDialog } from './invite-many-dialog.tsx';

const fields = {
  ipage: pageField(),
  isearch: textField(),
  istatus: choiceField(INVITATION_STATUSES, null),
  invite: choiceField(['one', 'many'], null),
};

/** Tab 'Invitaciones': who was invited, in which state it is, and what can be done about it. */
export function InvitationsPanel() {
  const t = useTexts(invitationsTexts);
  const mayInvite = usePermissions().may('invitations.create');
  const [{ ipage, isearch, istatus, invite }, setState] = useUrlState(fields);
  const close = () => setState({ invite: null });
  const list = useQuery(invitationsQuery({ page: ipage, search: isearch, status: istatus }));
  useLastPage(list, ipage, (page) => setState({ ipage: page }, { replace: true }));
  const filtered = isearch !== '' || istatus !== null;

  return (
    <section aria-label={t('title')}>
      <div className="mb-3 flex flex-wrap items-center gap-2 max-sm:*:grow">
        <SearchBox
          label={t('searchLabel')}
          placeholder={t('searchPlaceholder')}
          value={isearch}
          onChange={(search) => setState({ isearch: search, ipage: 1 }, { replace: true })}
          className="min-w-48 flex-1 sm:max-w-xs"
        />
        <Select
          label={t('statusLabel')}
          hideLabel
          reserveLine={false}
          value={istatus ?? 'all'}
          onValueChange={(value) => setState({ istatus: value === 'all' ? null : value, ipage: 1 })}
          options={[
            { value: 'all', label: t('allStatuses') },
            ...INVITATION_STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
          ]}
        />
        <SeatsLeft />
        <div className="ml-auto flex flex-wrap gap-2">
          <Button
            variant="outline"
            icon={<Users size={16} />}
            disabled={!mayInvite}
            onClick={() => setState({ invite: 'many' })}
          >
            {t('createMany')}
          </Button>
          <Button
            icon={<MailPlus size={16} />}
            disabled={!mayInvite}
            onClick={() => setState({ invite: 'one' })}
          >
            {t('create')}
          </Button>
        </div>
      </div>
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        {list.isPending ? <LoadingItems /> : null}
        {list.isError && !list.data ? <LoadFailed title={t('loadFailed')} onRetry={list.refetch} /> : null}
        {list.data ? (
          <Items
            items={list.data.items}
            filtered={filtered}
            onClear={() => setState({ isearch: '', istatus: null, ipage: 1 })}
          />
        ) : null}
        <ListPages
          label={t('pages.label')}
          page={ipage}
          total={list.data?.total ?? 0}
          onPageChange={(page) => setState({ ipage: page })}
        />
      </div>
      {invite === 'one' && mayInvite ? <InviteDialog onClose={close} /> : null}
      {invite === 'many' && mayInvite ? <InviteManyDialog onClose={close} /> : null}
    </section>
  );
}

type ItemsProps = { items: Invitation[]; filtered: boolean; onClear: () => void };

function Items({ items, filtered, onClear }: ItemsProps) {
  const t = useTexts(invitationsTexts);
  if (items.length === 0 && filtered)
    return (
      <EmptyState
        icon={<Search size={20} />}
        title={t('nothingFound')}
        action={
          <Button variant="outline" onClick={onClear}>
            {t('clearFilters')}
          </Button>
        }
      />
    );
  if (items.length === 0)
    return (
      <EmptyState icon={<MailPlus size={20} />} title={t('emptyTitle')} description={t('emptyDescription')} />
    );
  return (
    <ul className="divide-y divide-line">
      {items.map((invitation) => (
        <InvitationItem key={invitation.id} invitation={invitation} />
      ))}
    </ul>
  );
}

/** What is left of the own organization's seats; a super_admin sees them in the dialog, once one is chosen. */
function SeatsLeft() {
  const t = useTexts(invitationsTexts);
  const { organization } = useSession();
  const { data: seats } = useQuery(seatsQuery(organization?.id ?? null));
  if (!seats) return null;
  return (
    <p className="text-sm text-muted">
      {seats.left === null
        ? t('seatsUnlimited')
        : t('seatsLeft', {
            left: seats.left,
            max: String(seats.max_users),
            used: String(seats.active_users + seats.pending_invitations),
          })}
    </p>
  );
}

function LoadingItems() {
  const t = useTexts(invitationsTexts);
  return (
    <div role="status" aria-label={t('loading')} className="divide-y divide-line">
      {[1, 2, 3, 4, 5].map((line) => (
        <div key={line} className="flex h-16 items-center gap-4 px-4">
          <Skeleton className="h-4 w-48" />
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </div>
  );
}
