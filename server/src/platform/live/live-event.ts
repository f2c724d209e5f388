import type { LiveTopic } from '@atalaya/contract/live';
import { ranksAtLeast } from '@atalaya/contract/roles';
import type { Role } from '@atalaya/contract/roles';

/** Something about an object is new. Who may know it is said here; what it is, one asks the API. */
export type LiveEvent = {
  topic: LiveTopic;
  /** null: so many objects that a client that hears it reads again all that it shows of the topic. */
  object_id: string | null;
  organization_id: string | null;
  /** The lowest role that hears it: in the organization, or a super_admin anywhere. null: only those named. */
  minimum_role: Role | null;
  /** People who hear it with any role. */
  profile_ids: string[];
  /** What every organization has: the rank is enough, of whichever organization. */
  of_all?: true;
  /** Whose change it is: their own screen shows it already. */
  session_id?: string | undefined;
};

/** Who listens. */
export type Viewer = {
  session_id: string;
  profile_id: string;
  role: Role;
  organization_id: string | null;
};

/** Whether a person may hear an event: named in it, or a super_admin, or of its organization with the rank for it. */
export function mayHear(viewer: Viewer, event: LiveEvent): boolean {
  if (event.session_id === viewer.session_id) return false;
  if (event.profile_ids.includes(viewer.profile_id)) return true;
  if (event.minimum_role === null) return false;
  if (viewer.role === 'super_admin') return true;
  if (event.of_all) return ranksAtLeast(viewer.role, event.minimum_role);
  return (
    event.organization_id !== null &&
    event.organization_id === viewer.organization_id &&
    ranksAtLeast(viewer.role, event.minimum_role)
  );
}
