import { Badge, type BadgeTone } from '@atalaya/ui/badge';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { SUBSCRIPTION_TONES } from '../../shared/status-tones.ts';
import { billingTexts } from './billing.es.ts';
import type { InvoiceStatus, SubscriptionStatus } from './billing.api.ts';

const INVOICE_TONES: Record<InvoiceStatus, BadgeTone> = {
  open: 'info',
  partial: 'warning',
  overdue: 'danger',
  paid: 'success',
  void: 'neutral',
  annulled: 'neutral',
  credit: 'warning',
};

export function SubscriptionBadge({ status }: { status: SubscriptionStatus }) {
  const t = useTexts(billingTexts);
  return (
    <Badge tone={SUBSCRIPTION_TONES[status]} dot>
      {t(`status.${status}`)}
    </Badge>
  );
}

export function InvoiceBadge({ status }: { status: InvoiceStatus }) {
  const t = useTexts(billingTexts);
  return (
    <Badge tone={INVOICE_TONES[status]} dot>
      {t(`invoiceStatus.${status}`)}
    </Badge>
  );
}
