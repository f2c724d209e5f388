import { ROLES, type Role, ranksAtLeast } from '@atalaya/contract/roles';
import { Select } from '@atalaya/ui/select';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useSession } from '../../platform/session.ts';
import { rolesTexts } from '../../shared/role-badge.tsx';
import { invitationsTexts } from './invitations.es.ts';

/** The role that is offered: up to one's own. */
export function RoleSelect({ role, onChange }: { role: Role; onChange: (role: Role) => void }) {
  const t = useTexts(invitationsTexts);
  const roles = useTexts(rolesTexts);
  const { profile } = useSession();
  return (
    <Select
      label={t('form.role')}
      value={role}
      onValueChange={onChange}
      options={ROLES.filter((each) => ranksAtLeast(profile.role, each)).map((each) => ({
        value: each,
        label: roles(`${each}.name`),
        description: roles(`${each}.description`),
      }))}
    />
  );
}
