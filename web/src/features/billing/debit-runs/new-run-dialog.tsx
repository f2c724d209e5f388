import { MANDATE_TYPES } from '@atalaya/contract/debit-codes';
import { Banner } from '@atalaya/ui/banner';
import { Checkbox } from '@atalaya/ui/checkbox';
import { Select } from '@atalaya/ui/select';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { FormDialog } from '../../../shared/form-dialog.tsx';
import { FormDayField } from '../../../shared/form-day-field.tsx';
import { PartFailed } from '../../../shared/read-failed.tsx';
import { useBillingFormat } from '../use-billing-format.ts';
import {
  type Collectable,
  type DebitRun,
  collectableQuery,
  createDebitRun,
  useDebitRunsChanged,
} from './debit-runs.api.ts';
import { debitRunsTexts } from './debit-runs.es.ts';

type Values = {
  type: DebitRun['type'];
  /** '': the first day that there is. */
  collect_on: string;
  /** Those that are not to be collected. */
  left_out: string[];
};

/** A run of what could be collected: all of it, unless some is left out. */
export function NewRunDialog({ onMade, onClose }: { onMade: (id: string) => void; onClose: () => void }) {
  const t = useTexts(debitRunsTexts);
  const changed = useDebitRunsChanged();
  const form = useForm<Values>({
    mode: 'onTouched',
    defaultValues: { type: 'core', collect_on: '', left_out: [] },
  });
  const [type, left_out] = form.watch(['type', 'left_out']);
  const { data, error, refetch } = useQuery(collectableQuery(type));
  const chosen = data?.items.filter(({ invoice }) => !left_out.includes(invoice.id)) ?? [];
  const first_day = data?.first_day ?? null;
  return (
    <FormDialog
      form={form}
      size="xl"
      title={t('making.title')}
      description={t('making.body')}
      submitLabel={t('making.confirm')}
      canSubmit={first_day !== null && chosen.length > 0}
      codeFields={{ 'debit_run.no_bank_day': 'collect_on' }}
      send={({ collect_on }) =>
        createDebitRun({
          type,
          collect_on: collect_on || (first_day ?? ''),
          invoice_ids: chosen.map(({ invoice }) => invoice.id),
        })
      }
      onSent={({ id, number }) => {
        changed();
        notify.success(t('making.done', { number: String(number) }));
        onMade(id);
      }}
      onClose={() => {
        // What was sent in vain may have arrived.
        changed();
        onClose();
      }}
    >
      <WhenAndHow form={form} first_day={first_day} />
      {/* Of one height: the dialog keeps its place while it is read, however much there is to collect. */}
      <div className="h-72 overflow-y-auto">
        {error && !data ? <PartFailed text={t('loadFailed')} error={error} onRetry={refetch} /> : null}
        {data ? (
          <Choice form={form} collectable={data} chosen={chosen} />
        ) : error ? null : (
          <Skeleton className="h-full" />
        )}
      </div>
    </FormDialog>
  );
}

function WhenAndHow({ form, first_day }: { form: UseFormReturn<Values>; first_day: string | null }) {
  const t = useTexts(debitRunsTexts);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Controller
        control={form.control}
        name="type"
        render={({ field }) => (
          <Select
            label={t('fields.type')}
            value={field.value}
            onValueChange={(type) => {
              field.onChange(type);
              form.setValue('left_out', []);
              form.setValue('collect_on', '');
            }}
            onBlur={field.onBlur}
            options={MANDATE_TYPES.map((value) => ({ value, label: t(`typesLong.${value}`) }))}
          />
        )}
      />
      <FormDayField
        control={form.control}
        name="collect_on"
        label={t('fields.collectOn')}
        min={first_day ?? undefined}
        pickLabel={t('making.pickDate')}
        proposed={first_day}
      />
    </div>
  );
}

type ChoiceProps = {
  form: UseFormReturn<Values>;
  collectable: Collectable;
  chosen: Collectable['items'];
};

function Choice({ form, collectable, chosen }: ChoiceProps) {
  const t = useTexts(debitRunsTexts);
  const { day, money, number } = useBillingFormat();
  const { items, total, first_day } = collectable;
  if (first_day === null) return <Banner tone="warning" title={t('making.noCreditor')} />;
  if (items.length === 0) return <p className="text-muted">{t('making.nothing')}</p>;
  const ids = new Set(chosen.map(({ invoice }) => invoice.id));
  const toggle = (id: string) => {
    const left_out = form.getValues('left_out');
    const next = left_out.includes(id) ? left_out.filter((each) => each !== id) : [...left_out, id];
    form.setValue('left_out', next, { shouldDirty: true });
  };
  const amount = money(
    chosen.reduce((cents, { outstanding_cents }) => cents + outstanding_cents, 0),
    'EUR',
  );
  return (
    <fieldset>
      <legend className="font-semibold">{t('making.invoices')}</legend>
      {total > items.length ? (
        <p className="text-sm text-muted">{t('making.more', { total: number(total) })}</p>
      ) : null}
      <ul className="mt-2 max-h-80 divide-y divide-line overflow-y-auto">
        {items.map(({ invoice, organization, due_on, outstanding_cents, reference }) => (
          <li key={invoice.id} className="flex items-center gap-3 py-2">
            <Checkbox
              label={t('making.choose', { code: invoice.code })}
              hideLabel
              checked={ids.has(invoice.id)}
              onChange={() => toggle(invoice.id)}
            />
            <span className="min-w-0 flex-1">
              <span className="block font-medium wrap-anywhere">
                {invoice.code} · {organization.name}
              </span>
              <span className="block text-sm wrap-anywhere text-muted">
                {t('fields.due')}: {day(due_on)} · {reference}
              </span>
            </span>
            <span className="tabular-nums">{money(outstanding_cents, 'EUR')}</span>
          </li>
        ))}
      </ul>
      <p role="status" className="mt-2 font-medium">
        {chosen.length === 0 ? t('making.noneChosen') : t('making.sum', { count: chosen.length, amount })}
      </p>
    </fieldset>
  );
}
