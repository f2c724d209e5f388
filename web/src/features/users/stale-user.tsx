import { USER_TEXTS } from '@atalaya/contract/choices';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { rolesTexts } from '../../shared/role-badge.tsx';
import { StaleNotice } from '../../shared/stale-notice.tsx';
import type { StaleValues } from '../../shared/use-stale-form.ts';
import type { UserValues } from './user-values.ts';
import { usersTexts } from './users.es.ts';

/** What another person has saved about this person while the form was open. */
export function StaleUser({ stored, mine, ...choice }: StaleValues<UserValues>) {
  const t = useTexts(usersTexts);
  const roles = useTexts(rolesTexts);
  const status = ({ is_active }: UserValues) => t(is_active ? 'active' : 'inactive');
  return (
    <StaleNotice
      lines={[
        [t('form.firstName'), mine.first_name, stored.first_name],
        [t('form.lastName'), mine.last_name, stored.last_name],
        ...USER_TEXTS.map((name) => [t(`words.${name}`), mine[name], stored[name]] as const),
        [t('form.role'), roles(`${mine.role}.name`), roles(`${stored.role}.name`)],
        [t('columns.status'), status(mine), status(stored)],
        [t('columns.organization'), mine.organization_id?.label ?? '', stored.organization_id?.label ?? ''],
      ]}
      {...choice}
    />
  );
}
