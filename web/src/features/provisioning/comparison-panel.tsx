import { Button } from '@atalaya/ui/button';
import { useQuery } from '@tanstack/react-query';
import { GitCompare } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { ReadFailed } from '../../shared/read-failed.tsx';
import { rolesTexts } from '../../shared/role-badge.tsx';
import { type Comparison, comparisonQuery } from './provisioning.api.ts';
import { provisioningTexts } from './provisioning.es.ts';

/** In what people here differ from what the provider last told of them; nothing is changed. */
export function ComparisonPanel({ id }: { id: string }) {
  const t = useTexts(provisioningTexts);
  const { data, error, isFetching, refetch } = useQuery(comparisonQuery(id));
  return (
    <div className="grid gap-4">
      <p className="text-muted">{t('comparison.intro')}</p>
      {error ? (
        <ReadFailed error={error} onRetry={refetch} />
      ) : (
        <div>
          <Button icon={<GitCompare size={16} />} busy={isFetching} onClick={() => void refetch()}>
            {t(data ? 'comparison.again' : 'comparison.run')}
          </Button>
        </div>
      )}
      <div role="status" aria-label={isFetching ? t('comparison.running') : undefined}>
        {data ? <Differences comparison={data} /> : null}
      </div>
    </div>
  );
}

function Differences({ comparison: { compared, total, items } }: { comparison: Comparison }) {
  const t = useTexts(provisioningTexts);
  if (total === 0) return <p>{t('comparison.same', { compared })}</p>;
  return (
    <>
      <p className="mb-2">
        {t('comparison.found', { total, compared })}
        {items.length < total ? ` ${t('comparison.first', { count: String(items.length) })}` : null}
      </p>
      <ul aria-label={t('comparison.list')} className="divide-y divide-line">
        {items.map((one) => (
          <li key={`${one.profile_id} ${one.field}`} className="py-2 wrap-anywhere">
            <p className="font-medium">{one.name}</p>
            <Difference drift={one} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Difference({ drift: { field, told, here } }: { drift: Comparison['items'][number] }) {
  const t = useTexts(provisioningTexts);
  const roles = useTexts(rolesTexts);
  const valueOf = (value: string | null) => {
    if (field === 'active') return t(value === 'true' ? 'comparison.active.true' : 'comparison.active.false');
    if (field === 'role' && (value === 'user' || value === 'admin')) return roles(`${value}.name`);
    return value || t('comparison.nothing');
  };
  const text =
    field === 'only_here'
      ? t('comparison.onlyHere', { email: here ?? '' })
      : t('comparison.difference', {
          field: t(`comparison.fields.${field}`),
          told: valueOf(told),
          here: valueOf(here),
        });
  return <p className="text-sm text-muted">{text}</p>;
}
