import { GRACE_DAYS, TRIAL_DAYS } from '@atalaya/contract/billing-limits';
import { type SubscriptionStatus, isPaying, statusesAfter } from '@atalaya/contract/subscription-states';
import { Banner } from '@atalaya/ui/banner';
import { defineTexts } from '../platform/messages/define-texts.ts';
import { useTexts } from '../platform/messages/use-texts.ts';
import { statusChangeEs, subscriptionStatusEs } from './subscription-status.es.ts';

const texts = defineTexts({ ...statusChangeEs, names: subscriptionStatusEs }, () =>
  import('./subscription-status.en.ts').then((file) => ({
    ...file.statusChangeEn,
    names: file.subscriptionStatusEn,
  })),
);

type StatusConsequenceProps = { before: SubscriptionStatus; after: SubscriptionStatus };

/** What another status means for money and access; a change that automation would never make is said to be unusual. */
export function StatusConsequence({ before, after }: StatusConsequenceProps) {
  const t = useTexts(texts);
  if (before === after) return null;
  const isUsual = statusesAfter(before).includes(after);
  return (
    <Banner
      tone={isUsual ? 'info' : 'warning'}
      title={isUsual ? undefined : t('unusual', { before: t(`names.${before}`), after: t(`names.${after}`) })}
    >
      {t(consequenceOf(before, after), { days: String(TRIAL_DAYS), grace: String(GRACE_DAYS) })}
    </Banner>
  );
}

function consequenceOf(before: SubscriptionStatus, after: SubscriptionStatus) {
  if (after === 'trial') return 'trial';
  if (!isPaying(after)) return 'ended';
  if (after === 'active') return isPaying(before) ? 'forgiven' : 'begins';
  return isPaying(before) ? 'past_due' : 'beginsPastDue';
}
