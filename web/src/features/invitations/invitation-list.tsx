import { INVITATION_STATUSES } from '@atalaya/contract/choices';
import { Button } from '@atalaya/ui/button';
import { EmptyState } from '@atalaya/ui/empty-state';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { MailPlus, Search, Users } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useSession } from '../../platform/session.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { FilterBar } from '../../shared/filter-bar.tsx';
import { FilterSelect } from '../../shared/filter-select.tsx';
import { ListNews } from '../../shared/list-news.tsx';
import { ListPages } from '../../shared/list-pages.tsx';
import { listsTexts } from '../../shared/lists.es.ts';
import { LoadFailed } from '../../shared/load-failed.tsx';
import { choiceField, pageField, textField, useUrlState } from '../../shared/url-state.ts';
import { useLiveList } from '../../shared/use-live-list.ts';
import { usePhone } from '../../shared/use-phone.ts';
import { InvitationItem } from './invitation-item.tsx';
import { invitationsTexts } from './invitations.es.ts';
import { type Invitation, invitationsQuery, seatsQuery } from './invitations.api.ts';

/** The list does without their forms. */
const InviteDialog = lazyPart(() => import('./invite-dialog.tsx'), 'InviteDialog');
const InviteManyDialog = lazyPart(() => import('./invite-many-dialog.tsx'), 'InviteManyDialog');

const fields = {
  ipage: pageField(),
  isearch: textField(),
  istatus: choiceField(INVITATION_STATUSES, null),
  invite: choiceField(['one', 'many'], null),
};

/** When those expire that are pending. */
const expiryOf = ({ items }: { items: Invitation[] }) =>
  items.flatMap(({ status, expires_at }) => (status === 'pending' ? [expires_at] : []));

/** Tab 'Invitaciones': who was invited, in which state it is, and what can be done about it. */
export function InvitationList() {
  const t = useTexts(invitationsTexts);
  const mayInvite = usePermissions().may('invitations.create');
  const [{ ipage, isearch, istatus, invite }, setState] = useUrlState(fields);
  const isPhone = usePhone();
  const [cleared, setCleared] = useState(0);
  const onClear = () => {
    setCleared(cleared + 1);
    setState({ isearch: '', istatus: null, ipage: 1 });
  };
  const close = () => setState({ invite: null });
  const { list, news } = useLiveList(invitationsQuery({ page: ipage, search: isearch, status: istatus }), {
    topics: ['invitations'],
    beside: [['seats']],
    changesAfter: expiryOf,
  });
  const filtered = isearch !== '' || istatus !== null;

  const actions = <Actions mayInvite={mayInvite} onInvite={(how) => setState({ invite: how })} />;

  return (
    <section aria-label={t('title')}>
      <FilterBar
        search={{
          label: t('searchLabel'),
          placeholder: t('searchPlaceholder'),
          value: isearch,
          onChange: (search) => setState({ isearch: search, ipage: 1 }, { replace: true }),
        }}
        filters={
          <StatusFilter value={istatus} onChange={(status) => setState({ istatus: status, ipage: 1 })} />
        }
        isFiltered={filtered}
        filterCount={istatus === null ? 0 : 1}
        onClear={onClear}
        cleared={cleared}
        actions={isPhone ? null : actions}
      />
      {isPhone ? <div className="mb-3 flex items-center gap-2">{actions}</div> : null}
      <ListNews news={news} />
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        {list.isPending ? <LoadingItems /> : null}
        {list.isError && !list.data ? (
          <LoadFailed title={t('loadFailed')} error={list.error} onRetry={list.refetch} />
        ) : null}
        {list.data ? <Items items={list.data.items} filtered={filtered} onClear={onClear} /> : null}
        <ListPages
          label={t('pages.label')}
          page={ipage}
          total={list.data?.total ?? 0}
          onPageChange={(page, options) => setState({ ipage: page }, options)}
          list={list}
        />
      </div>
      {invite === 'one' && mayInvite ? <InviteDialog onClose={close} /> : null}
      {invite === 'many' && mayInvite ? <InviteManyDialog onClose={close} /> : null}
    </section>
  );
}

type ActionsProps = { mayInvite: boolean; onInvite: (how: 'one' | 'many') => void };

/** The seats that are left, and the ways to invite. */
function Actions({ mayInvite, onInvite }: ActionsProps) {
  const t = useTexts(invitationsTexts);
  return (
    <>
      <SeatsLeft />
      <div className="ml-auto flex flex-wrap gap-2">
        <Button
          variant="outline"
          icon={<Users size={16} />}
          disabled={!mayInvite}
          onClick={() => onInvite('many')}
        >
          <span className="max-sm:sr-only">{t('createMany')}</span>
        </Button>
        <Button icon={<MailPlus size={16} />} disabled={!mayInvite} onClick={() => onInvite('one')}>
          <span className="max-sm:sr-only">{t('create')}</span>
        </Button>
      </div>
    </>
  );
}

type Status = Invitation['status'];
type StatusFilterProps = { value: Status | null; onChange: (status: Status | null) => void };

function StatusFilter({ value, onChange }: StatusFilterProps) {
  const t = useTexts(invitationsTexts);
  return (
    <FilterSelect
      label={t('statusLabel')}
      all={t('allStatuses')}
      value={value}
      onChange={onChange}
      options={INVITATION_STATUSES.map((status) => ({ value: status, label: t(`status.${status}`) }))}
    />
  );
}

type ItemsProps = { items: Invitation[]; filtered: boolean; onClear: () => void };

function Items({ items, filtered, onClear }: ItemsProps) {
  const t = useTexts(invitationsTexts);
  const l = useTexts(listsTexts);
  if (items.length === 0 && filtered)
    return (
      <EmptyState
        icon={<Search size={20} />}
        title={t('nothingFound')}
        action={
          <Button variant="outline" onClick={onClear}>
            {l('clear')}
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
    <p className="text-sm text-muted max-sm:flex-1">
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
