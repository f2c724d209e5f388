import { REASON_MAX } from '@atalaya/contract/billing-limits';
import { RECTIFICATION_CODES } from '@atalaya/contract/choices';
import { taxLines, totalsOf } from '@atalaya/contract/invoice-amounts';
import { Select } from '@atalaya/ui/select';
import { TextInput } from '@atalaya/ui/text-input';
import { Textarea } from '@atalaya/ui/textarea';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import type { Language } from '../../../platform/messages/chosen-language.ts';
import { useLanguage } from '../../../platform/messages/language.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { filledField } from '../../../shared/filled-field.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import { parseHundredths, typedHundredths } from '../../../shared/typed-amount.ts';
import { useRequestId } from '../../../shared/use-request-id.ts';
import { billingTexts } from '../billing.es.ts';
import { type InvoiceDetail, rectifyInvoice, useBillingChanged } from '../billing.api.ts';
import { SumList } from './invoice-amounts.tsx';
import { InvoiceLines } from './invoice-lines.tsx';
import { EMPTY_LINE, type LineValues, lineOf } from './issue-values.ts';

const SCOPES = ['whole', 'difference', 'substitution'] as const;
type Code = (typeof RECTIFICATION_CODES)[number];
type RectifyValues = {
  code: Code;
  scope: (typeof SCOPES)[number];
  reason: string;
  rate: string;
  lines: LineValues[];
};

type RectifyDialogProps = {
  invoice: InvoiceDetail;
  /** With the id of the rectifying invoice. */
  onRectified: (id: string) => void;
  onClose: () => void;
};

/** Rectifies an invoice, as a whole or in part, with a reason. */
export function RectifyDialog({ invoice, onRectified, onClose }: RectifyDialogProps) {
  const t = useTexts(billingTexts);
  const changed = useBillingChanged();
  const { language } = useLanguage();
  const request = useRequestId();
  const form = useForm<RectifyValues>({
    mode: 'onTouched',
    defaultValues: {
      code: invoice.kind === 'simplified' ? 'R5' : 'R1',
      scope: 'whole',
      reason: '',
      rate: typedHundredths(invoice.lines[0]?.tax_rate ?? 0, language),
      lines: [EMPTY_LINE],
    },
  });
  const scope = form.watch('scope');
  return (
    <FormDialog
      form={form}
      size="xl"
      title={t('rectifying.title', { code: invoice.code })}
      description={t('rectifying.body')}
      submitLabel={t('rectifying.confirm')}
      send={(values) => {
        const sent = bodyOf(values, language);
        return rectifyInvoice(invoice.id, { ...sent, request_id: request.of({ id: invoice.id, ...sent }) });
      }}
      onSent={({ id }) => {
        changed();
        notify.success(t('rectifying.done'));
        onRectified(id);
      }}
      onClose={onClose}
    >
      <Kind form={form} isSimplified={invoice.kind === 'simplified'} />
      <Textarea
        label={t('invoice.reason')}
        required
        {...filledField(form, 'reason', { max: REASON_MAX, missing: t('missing') })}
      />
      {scope === 'whole' ? null : <Lines form={form} isSigned={scope === 'difference'} invoice={invoice} />}
      <Preview form={form} invoice={invoice} />
    </FormDialog>
  );
}

/** As it is sent. */
function bodyOf({ code, scope, reason, rate, lines }: RectifyValues, language: Language) {
  if (scope === 'whole') return { code, reason, method: 'difference' as const };
  return {
    code,
    reason,
    method: scope,
    tax_rate: parseHundredths(rate, language) ?? 0,
    lines: lines.map((line) => lineOf(line, language)),
  };
}

/** Why it is rectified, and how. */
function Kind({ form, isSimplified }: { form: UseFormReturn<RectifyValues>; isSimplified: boolean }) {
  const t = useTexts(billingTexts);
  const codes = RECTIFICATION_CODES.filter((code) => (code === 'R5') === isSimplified);
  return (
    <>
      <Controller
        control={form.control}
        name="code"
        render={({ field }) => (
          <Select
            label={t('rectifying.code')}
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            options={codes.map((value) => ({ value, label: `${value}: ${t(`rectifying.codes.${value}`)}` }))}
          />
        )}
      />
      <Controller
        control={form.control}
        name="scope"
        render={({ field }) => (
          <Select
            label={t('rectifying.scope')}
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            options={SCOPES.map((value) => ({ value, label: t(`rectifying.scopes.${value}`) }))}
          />
        )}
      />
    </>
  );
}

type PartProps = { form: UseFormReturn<RectifyValues>; invoice: InvoiceDetail };

/** What changes, which may be less, or what holds instead. */
function Lines({ form, invoice, isSigned }: PartProps & { isSigned: boolean }) {
  const t = useTexts(billingTexts);
  const { language } = useLanguage();
  return (
    <>
      <InvoiceLines form={form} isSigned={isSigned} />
      {invoice.tax_treatment === 'standard' ? (
        <TextInput
          className="sm:max-w-40"
          label={t('tax.rateField')}
          required
          inputMode="decimal"
          error={form.formState.errors.rate?.message}
          {...form.register('rate', {
            validate: (value) => {
              const rate = parseHundredths(value, language);
              return (rate !== null && rate <= 10_000) || t('tax.rateInvalid');
            },
          })}
        />
      ) : null}
    </>
  );
}

/** What the rectifying invoice would come to, and what would be left. */
function Preview({ form, invoice }: PartProps) {
  const t = useTexts(billingTexts);
  const { language } = useLanguage();
  const standing = invoice.standing?.total_cents ?? 0;
  const { scope, rate, lines } = form.watch();
  const tax = { tax_treatment: invoice.tax_treatment, tax_rate: parseHundredths(rate, language) ?? 0 };
  const given = totalsOf(
    taxLines(
      lines.map((line) => lineOf(line, language)),
      tax,
    ),
  ).total_cents;
  const left = { whole: 0, difference: standing + given, substitution: given }[scope];
  return (
    <section aria-label={t('rectifying.preview')} className="border-t border-line pt-3">
      <SumList
        sums={[
          [t('rectifying.before'), standing],
          [t('rectifying.change'), left - standing],
          [t('invoice.standing'), left, 'strong'],
        ]}
        currency={invoice.currency}
      />
    </section>
  );
}
