import { isBound } from '@atalaya/contract/days';
import { REASON_MAX } from '@atalaya/contract/billing-limits';
import { SAID_RECEIPTS } from '@atalaya/contract/choices';
import { Select } from '@atalaya/ui/select';
import { Textarea } from '@atalaya/ui/textarea';
import { Controller, useForm } from 'react-hook-form';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { usePermissions } from '../../../platform/use-permissions.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import { FormDayField } from '../../../shared/form-day-field.tsx';
import { type InvoiceDetail, receiveInvoice, useBillingChanged } from '../billing.api.ts';
import { localDay } from '../../../shared/local-day.ts';
import { useBillingFormat } from '../use-billing-format.ts';
import { receiptTexts } from './receipt.es.ts';

type ReceiptValues = { state: (typeof SAID_RECEIPTS)[number]; said_on: string; reason: string };

/** What became of an invoice that was delivered: its issuer says anything, its customer whether they accept it. */
export function ReceiptDialog({ invoice, onClose }: { invoice: InvoiceDetail; onClose: () => void }) {
  const t = useTexts(receiptTexts);
  const { day } = useBillingFormat();
  const changed = useBillingChanged();
  const isIssuer = usePermissions().scopeOf('invoices.receive') === 'all';
  const form = useForm<ReceiptValues>({
    mode: 'onTouched',
    defaultValues: { state: 'accepted', said_on: localDay(), reason: '' },
  });
  const { errors } = form.formState;
  const isRejected = form.watch('state') === 'rejected';
  return (
    <FormDialog
      form={form}
      title={t('title', { code: invoice.code })}
      submitLabel={t('confirm')}
      send={({ reason, ...said }) =>
        receiveInvoice(invoice.id, said.state === 'rejected' ? { ...said, reason } : said)
      }
      onSent={() => {
        changed();
        notify.success(t('done'));
        onClose();
      }}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Controller
          control={form.control}
          name="state"
          render={({ field, fieldState }) => (
            <Select
              label={t('state')}
              required
              value={field.value}
              onValueChange={field.onChange}
              error={fieldState.error?.message}
              options={SAID_RECEIPTS.filter((state) => isIssuer || state !== 'received').map((state) => ({
                value: state,
                label: t(`states.${state}`),
              }))}
            />
          )}
        />
        <FormDayField
          control={form.control}
          name="said_on"
          rules={{
            validate: (value) =>
              (isBound(value) && value >= invoice.issued_on && value <= localDay()) ||
              t('dayInvalid', { from: day(invoice.issued_on) }),
          }}
          label={t('saidOn')}
          min={invoice.issued_on}
          max={localDay()}
        />
      </div>
      {isRejected ? (
        <Textarea
          label={t('reason')}
          required
          maxLength={REASON_MAX}
          error={errors.reason?.message}
          {...form.register('reason', { validate: (value) => value.trim() !== '' || t('missing') })}
        />
      ) : null}
    </FormDialog>
  );
}
