import { may } from '@atalaya/contract/permissions';
import { whoIs } from '../../../platform/use-permissions.ts';
import { useSession } from '../../../platform/session.ts';
import type { Session } from '@atalaya/contract/session';
import type { AdminScreen } from '../../screen-of.ts';
import { type MenuSection, type Screen, adminScreens } from '../../screens.tsx';

/** Why a person cannot see a screen, or null where they can. */
export function refusalOf(session: Session, screen: Screen): 'organization' | 'permission' | null {
  const who = whoIs(session);
  const belongs = who.organization_id !== null || who.role === 'super_admin';
  if (!belongs && !screen.withoutOrganization) return 'organization';
  if (screen.permission && !may(who, screen.permission)) return 'permission';
  return null;
}

/** Whether the menu offers the person another screen for the same. */
const isElsewhere = (session: Session, { menuUnless }: Screen) =>
  menuUnless !== undefined && may(whoIs(session), menuUnless);

/** The screens that the signed-in person may see, in the order of the menu. */
export function useScreens(section?: MenuSection): AdminScreen[] {
  const session = useSession();
  const screens: readonly AdminScreen[] = adminScreens;
  return screens.filter(
    (screen) =>
      refusalOf(session, screen) === null &&
      (section === undefined || (screen.menu === section && !isElsewhere(session, screen))),
  );
}
