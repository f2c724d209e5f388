import { type Permission, isReadOnly, may, mayNow, scopeOf } from '@atalaya/contract/permissions';
import type { Session } from '@atalaya/contract/session';
import { useSession } from './session.ts';

/** The signed-in person as the permission table knows them. */
export function whoIs({ profile, organization }: Session) {
  return {
    role: profile.role,
    organization_id: organization?.id ?? null,
    organization_status: organization?.subscription_status ?? null,
  };
}

/** `const { may } = usePermissions()`: asks the same table that the server enforces, and the organization's state. */
export function usePermissions() {
  const session = useSession();
  const who = whoIs(session);
  return {
    ...who,
    isReadOnly: isReadOnly(who),
    may: (permission: Permission) => mayNow(who, permission),
    scopeOf: (permission: Permission) => (may(who, permission) ? scopeOf(who.role, permission) : null),
  };
}
