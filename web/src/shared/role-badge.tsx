import type { Role } from '@atalaya/contract/roles';
import { Badge, type BadgeTone } from '@atalaya/ui/badge';
import { defineTexts } from '../platform/messages/define-texts.ts';
import { useTexts } from '../platform/messages/use-texts.ts';
import { rolesEs } from '@atalaya/contract/role-texts.es';

export const rolesTexts = defineTexts(rolesEs, () =>
  import('@atalaya/contract/role-texts.en').then((file) => file.rolesEn),
);

/** Red super_admin, blue admin, grey user. */
const TONES: Record<Role, BadgeTone> = { super_admin: 'danger', admin: 'info', user: 'neutral' };

export function RoleBadge({ role }: { role: Role }) {
  const t = useTexts(rolesTexts);
  return <Badge tone={TONES[role]}>{t(`${role}.name`)}</Badge>;
}
