import { CONNECTION_ROLES } from '@atalaya/contract/connections';
import { CONNECTION_GROUPS_MAX, GROUP_MAX } from '@atalaya/contract/limits';
import { Button } from '@atalaya/ui/button';
import { Select } from '@atalaya/ui/select';
import { TextInput } from '@atalaya/ui/text-input';
import { Plus, Trash2 } from 'lucide-react';
import { Controller, type UseFormReturn, useFieldArray } from 'react-hook-form';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { rolesTexts } from '../../shared/role-badge.tsx';
import type { ConnectionValues } from './connection-values.ts';
import { connectionsTexts } from './connections.es.ts';

type Form = UseFormReturn<ConnectionValues>;

/** Which role the people of a connection are offered, by its name. */
export function useRoleOptions() {
  const t = useTexts(rolesTexts);
  return CONNECTION_ROLES.map((value) => ({ value, label: t(`${value}.name`) }));
}

/** Which groups of the provider give which role. */
export function ConnectionGroups({ form }: { form: Form }) {
  const t = useTexts(connectionsTexts);
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'groups' });
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-sm font-medium">{t('form.groups')}</legend>
      <p className="text-sm text-muted">{t('form.groupsHint')}</p>
      {fields.map((field, at) => (
        <Group key={field.id} form={form} at={at} onRemove={() => remove(at)} />
      ))}
      <div>
        <Button
          variant="outline"
          size="sm"
          icon={<Plus size={16} />}
          disabled={fields.length >= CONNECTION_GROUPS_MAX}
          onClick={() => append({ group: '', role: 'admin' })}
        >
          {t('form.addGroup')}
        </Button>
      </div>
    </fieldset>
  );
}

function Group({ form, at, onRemove }: { form: Form; at: number; onRemove: () => void }) {
  const t = useTexts(connectionsTexts);
  const options = useRoleOptions();
  const number = String(at + 1);
  const check = (value: string, { groups }: ConnectionValues) => {
    if (value.trim() === '') return t('form.groupMissing');
    const isTwin = groups.some(({ group }, other) => other < at && group.trim() === value.trim());
    return isTwin ? t('form.groupTwice') : true;
  };
  return (
    <fieldset className="grid grid-cols-[1fr_2.25rem] items-start gap-x-2 gap-y-3 sm:grid-cols-[1fr_11rem_2.25rem]">
      <legend className="sr-only">{t('form.groupNumber', { number })}</legend>
      <TextInput
        className="col-span-2 sm:col-span-1"
        label={t('form.group')}
        required
        maxLength={GROUP_MAX}
        spellCheck={false}
        error={form.formState.errors.groups?.[at]?.group?.message}
        {...form.register(`groups.${at}.group`, { validate: check })}
      />
      <Controller
        control={form.control}
        name={`groups.${at}.role`}
        render={({ field }) => (
          <Select
            label={t('form.role')}
            value={field.value}
            onValueChange={field.onChange}
            options={options}
          />
        )}
      />
      <Button
        variant="ghost"
        iconOnly
        className="mt-6"
        aria-label={t('form.removeGroup', { number })}
        onClick={onRemove}
      >
        <Trash2 size={16} />
      </Button>
    </fieldset>
  );
}
