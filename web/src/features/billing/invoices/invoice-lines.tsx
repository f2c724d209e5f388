import { INVOICE_LINES_MAX, LINE_DESCRIPTION_MAX, QUANTITY_MAX } from '@atalaya/contract/billing-limits';
import { Button } from '@atalaya/ui/button';
import { TextInput } from '@atalaya/ui/text-input';
import { Plus, Trash2 } from 'lucide-react';
import { type FieldValues, type UseFormReturn, useFieldArray } from 'react-hook-form';
import { useLanguage } from '../../../platform/messages/language.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { billingTexts } from '../billing.es.ts';
import { parseWhole } from '../billing-values.ts';
import { EMPTY_LINE, type LineValues, parsePrice } from './issue-values.ts';

type WithLines = { lines: LineValues[] };
type InvoiceLinesProps<T extends FieldValues & WithLines> = {
  form: UseFormReturn<T>;
  /** Whether a price may be below zero. */
  isSigned?: boolean;
};

/** The lines of a new invoice. */
export function InvoiceLines<T extends FieldValues & WithLines>({
  form: whole,
  isSigned = false,
}: InvoiceLinesProps<T>) {
  const t = useTexts(billingTexts);
  // Of any form that has lines, only those are asked for here.
  const form = whole as unknown as UseFormReturn<WithLines>;
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'lines' });
  return (
    <>
      {fields.map((field, at) => (
        <Line
          key={field.id}
          form={form}
          at={at}
          isSigned={isSigned}
          onRemove={fields.length > 1 ? () => remove(at) : undefined}
        />
      ))}
      <div>
        <Button
          variant="outline"
          size="sm"
          icon={<Plus size={16} />}
          disabled={fields.length >= INVOICE_LINES_MAX}
          onClick={() => append(EMPTY_LINE)}
        >
          {t('issue.add')}
        </Button>
      </div>
    </>
  );
}

type LineProps = {
  form: UseFormReturn<WithLines>;
  at: number;
  isSigned: boolean;
  onRemove: (() => void) | undefined;
};

function Line({ form, at, isSigned, onRemove }: LineProps) {
  const t = useTexts(billingTexts);
  const { language } = useLanguage();
  const errors = form.formState.errors.lines?.[at];
  return (
    <fieldset className="grid grid-cols-2 gap-4 sm:grid-cols-[1fr_7rem_9rem_2.25rem]">
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
        inputMode={isSigned ? 'text' : 'decimal'}
        error={errors?.unit_price_cents?.message}
        {...form.register(`lines.${at}.unit_price_cents`, {
          validate: (value) => parsePrice(value, language, isSigned) !== null || t('payment.amountInvalid'),
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
