import { type Permission, may, scopeOf } from '@atalaya/contract/permissions';
import type { Session } from '@atalaya/contract/session';
import { useSession } from './session.ts';

/** The signed-in person as the permission table knows them. */
export function whoIs(session: Session): {
  role: Session['profile']['role'];
  organization_id: string | null;
} {
  return { role: session.profile.role, organization_id: session.organization?.id ?? null };
}

/** `const { may } = usePermissions()`: asks the same table that the server enforces. */
export function usePermissions() {
  const session = useSession();
  const who = whoIs(session);
  return {
    ...who,
    may: (permission: Permission) => may(who, permission),
    scopeOf: (permission: Permission) => (may(who, permission) ? scopeOf(who.role, permission) : null),
  };
}
