import { PAYMENT_DAYS } from '@atalaya/contract/billing-limits';
import { Select } from '@atalaya/ui/select';
import { TextInput } from '@atalaya/ui/text-input';
import { Link } from '@tanstack/react-router';
import { Controller, useForm } from 'react-hook-form';
import { useLanguage } from '../../../platform/messages/language.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import { OrganizationPicker } from '../../organizations/organizations.face.ts';
import { useRequestId } from '../../../shared/use-request-id.ts';
import { billingTexts } from '../billing.es.ts';
import { parseWhole } from '../billing-values.ts';
import { issueInvoice, useBillingChanged } from '../billing.api.ts';
import { InvoiceLines } from './invoice-lines.tsx';
import { IssuePreview } from './issue-preview.tsx';
import { EMPTY_LINE, invoiceOf, type IssueValues } from './issue-values.ts';

type IssueDialogProps = {
  organization: { id: string; name: string } | null;
  /** With the id of the new invoice. */
  onIssued: (id: string) => void;
  onClose: () => void;
};

/** An invoice of any lines, to any organization. */
export function IssueDialog({ organization, onIssued, onClose }: IssueDialogProps) {
  const t = useTexts(billingTexts);
  const changed = useBillingChanged();
  const { language } = useLanguage();
  const request = useRequestId();
  const form = useForm<IssueValues>({
    mode: 'onTouched',
    defaultValues: {
      organization_id: organization && { value: organization.id, label: organization.name },
      kind: 'standard',
      payment_days: String(PAYMENT_DAYS),
      lines: [EMPTY_LINE],
    },
  });
  const chosen = form.watch('organization_id');
  return (
    <FormDialog
      form={form}
      title={t('issue.title')}
      submitLabel={t('issue.confirm')}
      size="xl"
      send={(values) => {
        const sent = invoiceOf(values, language);
        return issueInvoice({ ...sent, request_id: request.of(sent) });
      }}
      codeFields={{
        'invoice.country_required': 'organization_id',
        'invoice.exchange_rate_missing': 'organization_id',
        'invoice.not_simplified': 'kind',
      }}
      onSent={({ id, code }) => {
        changed();
        notify.success(t('issue.done', { code }));
        onIssued(id);
      }}
      onClose={() => {
        // What was sent in vain may have arrived: it is shown before it is sent again from a new dialog.
        changed();
        onClose();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Controller
          control={form.control}
          name="organization_id"
          rules={{ required: t('missing') }}
          render={({ field, fieldState }) => (
            <div>
              <OrganizationPicker
                label={t('company')}
                value={field.value}
                onValueChange={field.onChange}
                onBlur={field.onBlur}
                error={fieldState.error?.message}
              />
              {/* Of one that is chosen the server alone refuses something: that it has no country. */}
              {fieldState.error && chosen ? <CountryLink id={chosen.value} /> : null}
            </div>
          )}
        />
        <Controller
          control={form.control}
          name="kind"
          render={({ field, fieldState }) => (
            <Select
              label={t('issue.kind')}
              value={field.value}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
              error={fieldState.error?.message}
              options={(['standard', 'simplified'] as const).map((value) => ({
                value,
                label: t(`issue.kinds.${value}`),
              }))}
            />
          )}
        />
        <TextInput
          label={t('issue.days')}
          required
          inputMode="numeric"
          error={form.formState.errors.payment_days?.message}
          {...form.register('payment_days', {
            validate: (value) => parseWhole(value, 0, 365) !== null || t('issue.daysInvalid'),
          })}
        />
      </div>
      <InvoiceLines form={form} />
      <IssuePreview form={form} />
    </FormDialog>
  );
}

/** Where the country of a company is set; in another tab, so that the lines that were typed stay. */
function CountryLink({ id }: { id: string }) {
  const t = useTexts(billingTexts);
  return (
    <Link
      to="/admin/companies"
      search={{ edit: id }}
      target="_blank"
      rel="noopener"
      className="press-around relative text-sm text-primary-ink underline"
    >
      {t('issue.setCountry')}
    </Link>
  );
}
