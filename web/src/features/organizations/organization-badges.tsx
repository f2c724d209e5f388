import { Badge, type BadgeTone } from '@atalaya/ui/badge';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { companiesTexts } from './organizations.es.ts';
import type { Company, CompanyStatus } from './organizations.api.ts';

const TONES: Record<CompanyStatus, BadgeTone> = {
  trial: 'info',
  active: 'success',
  past_due: 'warning',
  canceled: 'danger',
  inactive: 'neutral',
};

export function StatusBadge({ status }: { status: CompanyStatus }) {
  const t = useTexts(companiesTexts);
  return (
    <Badge tone={TONES[status]} dot>
      {t(`status.${status}`)}
    </Badge>
  );
}

export function PlanBadge({ company }: { company: Company }) {
  return <Badge tone={company.plan_type === 'enterprise' ? 'primary' : 'neutral'}>{company.plan_name}</Badge>;
}

/** The limit of seats: the symbol of infinity where there is none. */
export function MaxUsers({ value }: { value: number }) {
  const t = useTexts(companiesTexts);
  const { number } = useFormat();
  if (value !== -1) return <span className="tabular-nums">{number(value)}</span>;
  return (
    <span role="img" aria-label={t('unlimited')} title={t('unlimited')}>
      ∞
    </span>
  );
}
