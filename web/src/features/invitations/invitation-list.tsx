import { INVITATION_STATUSES } from '@atalaya/contract/choices';
import { Button } from '@atalaya/ui/button';
import { useQuery } from '@tanstack/react-query';
import { MailPlus, Users } from 'lucide-react';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useSession } from '../../platform/session.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { ListScreen } from '../../shared/list-screen.tsx';
import { choiceField, pageField, textField, useUrlState } from '../../shared/url-state.ts';
import { useListScreen } from '../../shared/use-list-screen.ts';
import { InvitationFilters } from './invitation-filters.tsx';
import { InvitationItem } from './invitation-item.tsx';
import { invitationsTexts } from './invitations.es.ts';
import { type Invitation, invitationsQuery, seatsQuery } from './invitations.api.ts';

/** The list does without their forms. */
const InviteDialog = lazyPart(() => import('./invite-dialog.tsx'), 'InviteDialog');
const InviteManyDialog = lazyPart(() => import('./invite-many-dialog.tsx'), 'InviteManyDialog');

const filterFields = { isearch: textField(), istatus: choiceField(INVITATION_STATUSES, null) };
const fields = {
  ...filterFields,
  ipage: pageField(),
  invite: choiceField(['one', 'many'], null),
};

/** When those expire that are pending. */
const expiryOf = ({ items }: { items: Invitation[] }) =>
  items.flatMap(({ status, expires_at }) => (status === 'pending' ? [expires_at] : []));

/** Tab 'Invitaciones': who was invited, in which state it is, and what can be done about it. */
export function InvitationList() {
  const t = useTexts(invitationsTexts);
  const mayInvite = usePermissions().may('invitations.create');
  const [state, setState] = useUrlState(fields);
  const { ipage, isearch, istatus, invite } = state;
  const close = () => setState({ invite: null });
  const { screen, filter, searchBy } = useListScreen({
    filterFields,
    searchField: 'isearch',
    pageField: 'ipage',
    state,
    setState,
    query: invitationsQuery({ page: ipage, search: isearch, status: istatus }),
    topics: ['invitations'],
    beside: [['seats']],
    changesAfter: expiryOf,
  });
  return (
    <section aria-label={t('title')}>
      <ListScreen
        {...screen}
        renderItem={(invitation) => <InvitationItem key={invitation.id} invitation={invitation} />}
        search={{ label: t('searchLabel'), placeholder: t('searchPlaceholder'), ...searchBy('isearch') }}
        filters={<InvitationFilters status={istatus} onChange={(status) => filter({ istatus: status })} />}
        actions={<Actions mayInvite={mayInvite} onInvite={(how) => setState({ invite: how })} />}
        texts={{
          label: t('title'),
          loading: t('loading'),
          loadFailed: t('loadFailed'),
          pages: t('pages.label'),
          nothingFound: t('nothingFound'),
        }}
        empty={{ icon: <MailPlus size={20} />, title: t('emptyTitle'), description: t('emptyDescription') }}
      />
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
