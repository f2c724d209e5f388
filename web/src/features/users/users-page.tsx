import { Button } from '@atalaya/ui/button';
import { TabPanel, Tabs } from '@atalaya/ui/tabs';
import { UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { ExportButton } from '../../shared/export-button.tsx';
import { ImportButton } from '../../shared/import-button.tsx';
import { PageHeader } from '../../shared/page-header.tsx';
import { choiceField, textField, useUrlState } from '../../shared/url-state.ts';
import { sentFilters } from './users.api.ts';
import { userFilterFields } from './user-filter-fields.ts';
import { usersTexts } from './users.es.ts';
import { UsersPanel } from './users-panel.tsx';
import { UserDialog } from './user-dialog.tsx';

/** `user`: who is being edited, by id, or 'new'. */
const fields = {
  tab: choiceField(['users', 'invitations'], 'users'),
  user: textField(),
  ...userFilterFields,
};

/** 'Gestión de Usuarios'. The tab of invitations is another feature's, handed in by the screen. */
export function UsersPage({ invitations }: { invitations: ReactNode }) {
  const t = useTexts(usersTexts);
  const { may } = usePermissions();
  const [{ tab, user, ...filters }, setState] = useUrlState(fields);
  const items = [
    { value: 'users' as const, label: t('tabs.users') },
    ...(may('invitations.list') ? [{ value: 'invitations' as const, label: t('tabs.invitations') }] : []),
  ];
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            {tab === 'users' && may('users.export') ? (
              <ExportButton what={() => ({ resource: 'users', filters: sentFilters(filters) })} />
            ) : null}
            {tab === 'users' && may('users.create') ? <ImportButton resource="users" /> : null}
            {may('users.create') ? (
              <Button
                variant={tab === 'users' ? 'primary' : 'outline'}
                icon={<UserPlus size={16} />}
                onClick={() => setState({ user: 'new' })}
              >
                {t('create')}
              </Button>
            ) : null}
          </>
        }
      />
      <Tabs
        label={t('tabs.label')}
        items={items}
        value={tab}
        onValueChange={(next) => setState({ tab: next })}
      >
        <TabPanel value="users">
          <UsersPanel onEdit={(id) => setState({ user: id })} />
        </TabPanel>
        <TabPanel value="invitations">{invitations}</TabPanel>
      </Tabs>
      {user === '' || !may(user === 'new' ? 'users.create' : 'users.update') ? null : (
        <UserDialog id={user} onClose={() => setState((now) => (now.user === user ? { user: '' } : {}))} />
      )}
    </>
  );
}
