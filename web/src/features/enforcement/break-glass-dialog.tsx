import { Combobox, type ComboboxOption } from '@atalaya/ui/combobox';
import { Controller, useForm } from 'react-hook-form';
import { call } from '../../platform/api/call.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { type Enforcement, addBreakGlass, useEnforcementAnswered } from './enforcement.api.ts';
import { enforcementTexts } from './enforcement.es.ts';

/** The name of the field is that of the request. */
type Values = { profile_id: ComboboxOption | null };
type BreakGlassDialogProps = { organization: string; onClose: () => void };

/** Gives one of the active admins emergency access. */
export function BreakGlassDialog({ organization, onClose }: BreakGlassDialogProps) {
  const t = useTexts(enforcementTexts);
  const answered = useEnforcementAnswered(organization);
  const form = useForm<Values>({ mode: 'onTouched', defaultValues: { profile_id: null } });
  return (
    <FormDialog<Values, Enforcement>
      form={form}
      title={t('people.addTitle')}
      description={t('people.addHint')}
      submitLabel={t('people.addConfirm')}
      send={({ profile_id }) => addBreakGlass(organization, profile_id?.value ?? '')}
      onSent={(answer) => {
        answered(answer);
        notify.success(t('people.added'));
        onClose();
      }}
      onClose={onClose}
    >
      <Controller
        control={form.control}
        name="profile_id"
        rules={{ validate: (value) => value !== null || t('people.missing') }}
        render={({ field, fieldState }) => (
          <Combobox
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            load={(search, signal) => findAdmins(organization, search, signal)}
            required
            error={fieldState.error?.message}
            texts={{
              label: t('people.person'),
              placeholder: t('people.search'),
              loading: t('people.loading'),
              empty: t('people.empty'),
              failed: t('people.failed'),
              retry: t('people.retry'),
              clear: t('people.clear'),
            }}
          />
        )}
      />
    </FormDialog>
  );
}

async function findAdmins(
  organization: string,
  typed: string,
  signal: AbortSignal,
): Promise<ComboboxOption[]> {
  const search = typed.trim() === '' ? {} : { search: typed.trim() };
  const query = { ...search, organization_id: organization, role: 'admin', status: 'active' } as const;
  const { items } = await call('listUsers', { query, signal });
  return items.map(({ id, first_name, last_name, email }) => ({
    value: id,
    label: `${first_name} ${last_name}`.trim() || email,
    description: email,
  }));
}
