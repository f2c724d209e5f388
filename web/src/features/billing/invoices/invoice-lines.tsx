import {
  INVOICE_LINES_MAX,
  LINE_DESCRIPTION_MAX,
  QUANTITY_MAX,
  UNIT_PRICE_MAX_CENTS,
} from '@atalaya/contract/billing-limits';
import { Button } from '@atalaya/ui/button';
import { TextInput } from '@atalaya/ui/text-input';
import { Plus, Trash2 } from 'lucide-react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { billingTexts } from '../billing.es.ts';
import { parseHundredths, parseWhole } from '../billing-values.ts';
import type { IssueValues } from './issue-dialog.tsx';
import { useBillingFormat } from '../use-billing-format.ts';

/** As it is typed. */
export type LineValues = { description: string; quantity: string; unit_price_cents: string };
export const EMPTY_LINE: LineValues = { description: '', quantity: '1', unit_price_cents: '' };

/** The currency that invoices of any lines are issued in. */
const CURRENCY = 'USD';

const parsePrice = (typed: string) => {
  const cents = parseHundredths(typed);
  return cents !== null && cents <= UNIT_PRICE_MAX_CENTS ? cents : null;
};

const amountOf = ({ quantity, unit_price_cents }: LineValues) =>
  (parseWhole(quantity, 1, QUANTITY_MAX) ?? 0) * (parsePrice(unit_price_cents) ?? 0);

/** The lines of a new invoice, and what they come to. */
export function InvoiceLines({ form }: { form: UseFormReturn<IssueValues> }) {
  const t = useTexts(billingTexts);
  const { money } = useBillingFormat();
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'lines' });
  const subtotal = form.watch('lines').reduce((sum, line) => sum + amountOf(line), 0);
  return (
    <>
      {fields.map((field, at) => (
        <Line
          key={field.id}
          form={form}
          at={at}
          onRemove={fields.length > 1 ? () => remove(at) : undefined}
        />
      ))}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button
          variant="outline"
          size="sm"
          icon={<Plus size={16} />}
          disabled={fields.length >= INVOICE_LINES_MAX}
          onClick={() => append(EMPTY_LINE)}
        >
          {t('issue.add')}
        </Button>
        <p className="text-muted tabular-nums">
          {t('issue.subtotal', { amount: money(subtotal, CURRENCY) })}
        </p>
      </div>
    </>
  );
}

type LineProps = {
  form: UseFormReturn<IssueValues>;
  at: number;
  onRemove: (() => void) | undefined;
};

function Line({ form, at, onRemove }: LineProps) {
  const t = useTexts(billingTexts);
  const errors = form.formState.errors.lines?.[at];
  return (
    <fieldset className="grid grid-cols-2 gap-x-4 gap-y-1 sm:grid-cols-[1fr_7rem_9rem_2.25rem]">
      <legend className="sr-only">{t('issue.line', { number: String(at + 1) })}</legend>
      <TextInput
        className="col-span-2 sm:col-span-1"
        label={t('issue.description')}
        required
        maxLength={LINE_DESCRIPTION_MAX}
        error={errors?.description?.message}
        {...form.register(`lines.${at}.description`, {
          validate: (value) => value.trim() !== '' || t('missing'),
        })}
      />
      <TextInput
        label={t('issue.quantity')}
        required
        inputMode="numeric"
        error={errors?.quantity?.message}
        {...form.register(`lines.${at}.quantity`, {
          validate: (value) => parseWhole(value, 1, QUANTITY_MAX) !== null || t('issue.quantityInvalid'),
        })}
      />
      <TextInput
        label={t('issue.price')}
        required
        inputMode="decimal"
        error={errors?.unit_price_cents?.message}
        {...form.register(`lines.${at}.unit_price_cents`, {
          validate: (value) => parsePrice(value) !== null || t('payment.amountInvalid'),
        })}
      />
      {onRemove ? (
        <Button
          variant="ghost"
          iconOnly
          className="sm:mt-6"
          aria-label={t('issue.remove', { number: String(at + 1) })}
          onClick={onRemove}
        >
          <Trash2 size={16} />
        </Button>
      ) : null}
    </fieldset>
  );
}
