import { UNLIMITED_SEATS } from '@atalaya/contract/limits';
import type { SubscriptionStatus } from '@atalaya/contract/subscription-states';
import { Badge } from '@atalaya/ui/badge';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { SUBSCRIPTION_TONES } from '../../shared/status-tones.ts';
import { organizationsTexts } from './organizations.es.ts';
import type { Organization } from './organizations.api.ts';

export function StatusBadge({ status }: { status: SubscriptionStatus }) {
  const t = useTexts(organizationsTexts);
  return (
    <Badge tone={SUBSCRIPTION_TONES[status]} dot>
      {t(`status.${status}`)}
    </Badge>
  );
}

export function PlanBadge({ organization }: { organization: Organization }) {
  return (
    <Badge tone={organization.plan_type === 'enterprise' ? 'primary' : 'neutral'}>
      {organization.plan_name}
    </Badge>
  );
}

/** The limit of seats: the symbol of infinity where there is none. */
export function MaxUsers({ value }: { value: number }) {
  const t = useTexts(organizationsTexts);
  const { number } = useFormat();
  if (value !== UNLIMITED_SEATS) return <span className="tabular-nums">{number(value)}</span>;
  return (
    <span role="img" aria-label={t('unlimited')} title={t('unlimited')}>
      ∞
    </span>
  );
}
