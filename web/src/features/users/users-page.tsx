import { Button } from '@atalaya/ui/button';
import { TabPanel, Tabs } from '@atalaya/ui/tabs';
import { UserPlus } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { BinPlace, useShowsBin } from '../bin/bin.face.ts';
import { InvitationList } from '../invitations/invitations.face.ts';
import { OffboardPlace } from '../offboarding/offboarding.face.ts';
import { ListTransfers } from '../transfers/transfers.face.ts';
import { PageHeader } from '../../shared/page-header.tsx';
import type { ReadAhead } from '../../shared/read-ahead.ts';
import { choiceField, readState, textField, useUrlState } from '../../shared/url-state.ts';
import { UserDialog } from './user-dialog.tsx';
import { UserList } from './user-list.tsx';
import { useLastAdminQuestion } from './use-last-admin-question.ts';
import { sentFilters, useUsersChanged, userListFields, usersQuery } from './users.api.ts';
import { usersTexts } from './users.es.ts';

/** `user`: who is being edited, by id, or 'new'. */
const screenFields = { tab: choiceField(['users', 'invitations'], 'users'), user: textField() };

export const readAhead: ReadAhead = ({ client, search }) =>
  client.query(usersQuery(readState(userListFields, search)));

/** 'Gestión de Usuarios': people, and in its second tab the invitations. */
export function UsersPage() {
  const t = useTexts(usersTexts);
  const { may } = usePermissions();
  const [{ tab, user }, setScreen] = useUrlState(screenFields);
  const [state] = useUrlState(userListFields);
  const isBin = useShowsBin() && may('bin.list');
  const askLastAdmin = useLastAdminQuestion();
  const changed = useUsersChanged();
  const tabs = [
    { value: 'users' as const, label: t('tabs.users') },
    ...(may('invitations.list') ? [{ value: 'invitations' as const, label: t('tabs.invitations') }] : []),
  ];
  return (
    <OffboardPlace askLastAdmin={askLastAdmin} onDone={() => void changed()}>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            {tab === 'users' && !isBin ? (
              <ListTransfers
                exported={
                  may('users.export') ? () => ({ resource: 'users', filters: sentFilters(state) }) : null
                }
                imported={may('users.create') ? 'users' : null}
              />
            ) : null}
            {may('users.create') ? (
              <Button
                variant={tab === 'users' ? 'primary' : 'outline'}
                icon={<UserPlus size={16} />}
                onClick={() => setScreen({ user: 'new' })}
              >
                <span className="max-sm:sr-only">{t('create')}</span>
              </Button>
            ) : null}
          </>
        }
      />
      <Tabs
        label={t('tabs.label')}
        items={tabs}
        value={tab}
        onValueChange={(next) => setScreen({ tab: next })}
      >
        <TabPanel value="users">
          {isBin ? <BinPlace type="user" /> : <UserList onEdit={(id) => setScreen({ user: id })} />}
        </TabPanel>
        <TabPanel value="invitations">
          <InvitationList />
        </TabPanel>
      </Tabs>
      {user === '' || !may(user === 'new' ? 'users.create' : 'users.update') ? null : (
        <UserDialog id={user} onClose={() => setScreen((now) => (now.user === user ? { user: '' } : {}))} />
      )}
    </OffboardPlace>
  );
}
