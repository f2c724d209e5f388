import { NAME_MAX } from '@atalaya/contract/limits';
import { Select } from '@atalaya/ui/select';
import { TextInput } from '@atalaya/ui/text-input';
import { useQuery } from '@tanstack/react-query';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { filledField } from '../../shared/filled-field.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { type StaleValues, useStaleForm } from '../../shared/use-stale-form.ts';
import { rolesTexts } from '../../shared/role-badge.tsx';
import { type StaleLine, StaleNotice } from '../../shared/stale-notice.tsx';
import { AssigneeSelect, assigneesQuery } from '../tickets/tickets.face.ts';
import { ConnectionGroups, useRoleOptions } from './connection-groups.tsx';
import { type ConnectionValues, bodyOf, valuesOf } from './connection-values.ts';
import { type Connection, saveConnection, useConnectionsChanged } from './connections.api.ts';
import { connectionsTexts } from './connections.es.ts';

type ConnectionDialogProps = { organization: string; connection: Connection | null; onClose: () => void };

/** A new connection (null), or one that is there. */
export function ConnectionDialog({ organization, connection, onClose }: ConnectionDialogProps) {
  const t = useTexts(connectionsTexts);
  const changed = useConnectionsChanged(organization);
  const form = useForm<ConnectionValues>({ mode: 'onTouched', defaultValues: valuesOf(connection) });
  const { stored, stale, onError } = useStaleForm(form, connection, valuesOf);
  return (
    <FormDialog
      form={form}
      title={t(connection ? 'form.editTitle' : 'form.createTitle')}
      submitLabel={t(connection ? 'form.save' : 'form.create')}
      canSubmit={!stale}
      codeFields={{
        'connection.name_taken': 'name',
        'connection.too_many': 'name',
        'ticket.not_assignable': 'heir_id',
      }}
      send={(values) => saveConnection(organization, stored, bodyOf(values))}
      onError={onError}
      onSent={() => {
        void changed();
        notify.success(t(connection ? 'saved' : 'created'));
        onClose();
      }}
      onClose={onClose}
    >
      {stale ? <Stale organization={organization} {...stale} /> : null}
      <Fields form={form} organization={organization} connection={connection} />
    </FormDialog>
  );
}

type Form = UseFormReturn<ConnectionValues>;
type FieldsProps = { form: Form; organization: string; connection: Connection | null };

function Fields({ form, organization, connection }: FieldsProps) {
  const t = useTexts(connectionsTexts);
  const options = useRoleOptions();
  return (
    <>
      <TextInput
        label={t('form.name')}
        hint={t('form.nameHint')}
        required
        {...filledField(form, 'name', { max: NAME_MAX, missing: t('form.nameMissing') })}
      />
      <Controller
        control={form.control}
        name="default_role"
        render={({ field }) => (
          <Select
            label={t('form.defaultRole')}
            hint={t('form.defaultRoleHint')}
            value={field.value}
            onValueChange={field.onChange}
            options={options}
          />
        )}
      />
      <Controller
        control={form.control}
        name="heir_id"
        render={({ field, fieldState }) => (
          <AssigneeSelect
            organization_id={organization}
            label={t('form.heir')}
            hint={t('form.heirHint')}
            value={field.value}
            onChange={field.onChange}
            current={connection?.heir ?? null}
            error={fieldState.error?.message}
          />
        )}
      />
      <ConnectionGroups form={form} />
    </>
  );
}

type StaleProps = StaleValues<ConnectionValues> & { organization: string };

function Stale({ organization, mine, stored, ...choice }: StaleProps) {
  const t = useTexts(connectionsTexts);
  const roles = useTexts(rolesTexts);
  const groupsOf = ({ groups }: ConnectionValues) =>
    groups.map(({ group, role }) => `${group}: ${roles(`${role}.name`)}`).join('\n');
  const people = useQuery(assigneesQuery(organization)).data?.items ?? [];
  const heirOf = ({ heir_id }: ConnectionValues) => people.find(({ id }) => id === heir_id)?.name ?? '';
  const lines: StaleLine[] = [
    [t('form.name'), mine.name, stored.name],
    [t('form.defaultRole'), roles(`${mine.default_role}.name`), roles(`${stored.default_role}.name`)],
    [t('form.heir'), heirOf(mine), heirOf(stored)],
    [t('form.groups'), groupsOf(mine), groupsOf(stored)],
  ];
  return <StaleNotice lines={lines} {...choice} />;
}
