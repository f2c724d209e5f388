import { taxLines } from '@atalaya/contract/invoice-amounts';
import { useQuery } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { useLanguage } from '../../../platform/messages/language.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { PartFailed } from '../../../shared/read-failed.tsx';
import { billingTexts } from '../billing.es.ts';
import { type Subscription, subscriptionQuery } from '../billing.api.ts';
import { SumList, TaxLegend, useSums } from './invoice-amounts.tsx';
import { type IssueValues, lineOf } from './issue-values.ts';

/** What a new invoice would come to, taxed as the chosen company is, and that issuing it is final. */
export function IssuePreview({ form }: { form: UseFormReturn<IssueValues> }) {
  const t = useTexts(billingTexts);
  const chosen = form.watch('organization_id');
  const subscription = useQuery({
    ...subscriptionQuery(chosen?.value ?? ''),
    enabled: chosen !== null,
  });
  return (
    <section aria-label={t('issue.preview')} className="grid gap-3 border-t border-line pt-3">
      {chosen && subscription.data ? (
        <Sums form={form} customer={subscription.data} />
      ) : subscription.isError ? (
        <PartFailed
          text={t('issue.previewFailed')}
          error={subscription.error}
          onRetry={subscription.refetch}
        />
      ) : (
        // As high as the sums: nothing moves when a company is chosen.
        <p className="min-h-17 text-muted">{t('issue.previewEmpty')}</p>
      )}
      <p className="text-sm text-muted">{t('issue.final')}</p>
    </section>
  );
}

function Sums({ form, customer }: { form: UseFormReturn<IssueValues>; customer: Subscription }) {
  const { language } = useLanguage();
  const lines = form.watch('lines').map((line) => lineOf(line, language));
  const { currency, tax_treatment } = customer;
  return (
    <>
      <SumList sums={useSums(taxLines(lines, customer), currency)} currency={currency} />
      <TaxLegend treatment={tax_treatment} />
    </>
  );
}
