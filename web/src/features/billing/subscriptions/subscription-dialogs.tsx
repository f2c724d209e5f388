import type { Subscription } from '../billing.api.ts';
import type { BillingAddress } from '../use-billing-address.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { StatusDialog } from './status-dialog.tsx';
import { TaxDialog } from './tax-dialog.tsx';

type SubscriptionDialogsProps = {
  /** What the address says is open. */
  open: BillingAddress['dialog'];
  subscription: Subscription;
  onClose: () => void;
};

/** What changes a subscription: its plan, its status or its taxes. */
export function SubscriptionDialogs({ open, subscription, onClose }: SubscriptionDialogsProps) {
  if (open === 'plan') return <PlanDialog subscription={subscription} onClose={onClose} />;
  if (open === 'status') return <StatusDialog subscription={subscription} onClose={onClose} />;
  return open === 'tax' ? <TaxDialog subscription={subscription} onClose={onClose} /> : null;
}
