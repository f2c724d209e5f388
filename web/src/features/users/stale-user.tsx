import { Banner } from '@atalaya/ui/banner';
import { Button } from '@atalaya/ui/button';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { rolesTexts } from '../../shared/role-badge.tsx';
import { type UserValues, valuesOf } from './user-values.ts';
import { usersTexts } from './users-texts.ts';
import type { User } from './users.api.ts';

type StaleUserProps = { stored: User; mine: UserValues; onKeepMine: () => void; onTakeStored: () => void };

/** What somebody else has saved meanwhile beside what was typed: which of the two shall stand? */
export function StaleUser({ stored, mine, onKeepMine, onTakeStored }: StaleUserProps) {
  const t = useTexts(usersTexts);
  const roles = useTexts(rolesTexts);
  const lines = (values: UserValues) => [
    [t('form.firstName'), values.first_name],
    [t('form.lastName'), values.last_name],
    [t('form.phone'), values.phone],
    [t('form.role'), roles(`${values.role}.name`)],
    [t('columns.status'), t(values.is_active ? 'active' : 'inactive')],
    [t('columns.organization'), values.organization_id?.label ?? ''],
  ];
  const theirs = lines(valuesOf(stored));
  const differing = lines(mine).flatMap(([field = '', value = ''], at) =>
    value === theirs[at]?.[1] ? [] : [{ field, mine: value, stored: theirs[at]?.[1] ?? '' }],
  );
  return (
    <Banner tone="warning" title={t('stale.title')} className="mb-4">
      <table className="my-2 w-full text-left text-sm">
        <thead>
          <tr>
            <th className="pr-3 font-medium">{t('stale.field')}</th>
            <th className="pr-3 font-medium">{t('stale.mine')}</th>
            <th className="font-medium">{t('stale.stored')}</th>
          </tr>
        </thead>
        <tbody>
          {differing.map((line) => (
            <tr key={line.field}>
              <th className="pr-3 font-normal">{line.field}</th>
              <td className="pr-3">{line.mine || '–'}</td>
              <td>{line.stored || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <span className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={onKeepMine}>
          {t('stale.keepMine')}
        </Button>
        <Button variant="outline" size="sm" onClick={onTakeStored}>
          {t('stale.takeStored')}
        </Button>
      </span>
    </Banner>
  );
}
