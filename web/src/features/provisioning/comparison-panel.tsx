import { Button } from '@atalaya/ui/button';
import { useMutation } from '@tanstack/react-query';
import { GitCompare } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { ReadFailed } from '../../shared/read-failed.tsx';
import { rolesTexts } from '../../shared/role-badge.tsx';
import { type Comparison, compareProvisioning } from './provisioning.api.ts';
import { provisioningTexts } from './provisioning.es.ts';

/** In what people here differ from what the provider last told of them; nothing is changed. */
export function ComparisonPanel({ id }: { id: string }) {
  const t = useTexts(provisioningTexts);
  const comparing = useMutation({ mutationFn: () => compareProvisioning(id) });
  const { data, error, isPending, mutate } = comparing;
  return (
    <div className="grid gap-4">
      <p className="text-muted">{t('comparison.intro')}</p>
      {error ? (
        <ReadFailed error={error} onRetry={() => mutate()} />
      ) : (
        <div>
          <Button icon={<GitCompare size={16} />} busy={isPending} onClick={() => mutate()}>
            {t(data ? 'comparison.again' : 'comparison.run')}
          </Button>
        </div>
      )}
      <div role="status" aria-label={isPending ? t('comparison.running') : undefined}>
        {data ? <Differences comparison={data} /> : null}
      </div>
    </div>
  );
}

const cellClass = 'border-b border-line py-2 pr-3 text-left align-top font-normal';

function Differences({ comparison: { compared, total, items } }: { comparison: Comparison }) {
  const t = useTexts(provisioningTexts);
  if (total === 0) return <p>{t('comparison.same', { compared })}</p>;
  return (
    <>
      <p className="mb-2">
        {t('comparison.found', { total, compared })}{' '}
        {items.length < total ? t('comparison.first', { count: String(items.length) }) : null}
      </p>
      <table className="w-full table-fixed text-sm wrap-anywhere">
        <caption className="sr-only">{t('comparison.caption')}</caption>
        <thead>
          <tr>
            {(['person', 'field', 'told', 'here'] as const).map((name) => (
              <th key={name} scope="col" className={`${cellClass} text-muted`}>
                {t(`comparison.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((one) => (
            <tr key={`${one.profile_id} ${one.field}`}>
              <th scope="row" className={cellClass}>
                {one.name}
              </th>
              <td className={cellClass}>{t(`comparison.fields.${one.field}`)}</td>
              <Value field={one.field} value={one.told} />
              <Value field={one.field} value={one.here} />
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

type Drift = Comparison['items'][number];

function Value({ field, value }: { field: Drift['field']; value: string | null }) {
  const t = useTexts(provisioningTexts);
  const roles = useTexts(rolesTexts);
  const text = () => {
    if (field === 'active') return t(value === 'true' ? 'comparison.active.true' : 'comparison.active.false');
    if (field === 'role' && (value === 'user' || value === 'admin')) return roles(`${value}.name`);
    return value;
  };
  return (
    <td className={cellClass}>{text() || <span className="text-muted">{t('comparison.nothing')}</span>}</td>
  );
}
