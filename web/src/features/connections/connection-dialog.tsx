import { NAME_MAX } from '@atalaya/contract/limits';
import { Select } from '@atalaya/ui/select';
import { TextInput } from '@atalaya/ui/text-input';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { isApiError } from '../../platform/api/api-error.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { filledField } from '../../shared/filled-field.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
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
  const [stored, setStored] = useState(connection);
  const [isStale, setStale] = useState(false);
  const form = useForm<ConnectionValues>({ mode: 'onTouched', defaultValues: valuesOf(connection) });
  return (
    <FormDialog
      form={form}
      title={t(connection ? 'form.editTitle' : 'form.createTitle')}
      submitLabel={t(connection ? 'form.save' : 'form.create')}
      canSubmit={!isStale}
      codeFields={{
        'connection.name_taken': 'name',
        'connection.too_many': 'name',
        'ticket.not_assignable': 'heir_id',
      }}
      send={(values) => saveConnection(organization, stored, bodyOf(values))}
      onError={(error) => {
        if (!isApiError(error, 'object.stale')) return false;
        setStored(error.current as Connection);
        setStale(true);
        return true;
      }}
      onSent={() => {
        void changed();
        notify.success(t(connection ? 'saved' : 'created'));
        onClose();
      }}
      onClose={onClose}
    >
      {isStale && stored ? (
        <Stale
          form={form}
          stored={stored}
          onKeepMine={() => setStale(false)}
          onTakeStored={() => {
            form.reset(valuesOf(stored));
            setStale(false);
          }}
        />
      ) : null}
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

type StaleProps = {
  form: Form;
  stored: Connection;
  onKeepMine: () => void;
  onTakeStored: () => void;
};

function Stale({ form, stored, onKeepMine, onTakeStored }: StaleProps) {
  const t = useTexts(connectionsTexts);
  const roles = useTexts(rolesTexts);
  const [mine, theirs] = [form.getValues(), valuesOf(stored)];
  const groupsOf = ({ groups }: ConnectionValues) =>
    groups.map(({ group, role }) => `${group}: ${roles(`${role}.name`)}`).join('\n');
  const people = useQuery(assigneesQuery(stored.organization_id)).data?.items ?? [];
  const heirOf = ({ heir_id }: ConnectionValues) => people.find(({ id }) => id === heir_id)?.name ?? '';
  const lines: StaleLine[] = [
    [t('form.name'), mine.name, theirs.name],
    [t('form.defaultRole'), roles(`${mine.default_role}.name`), roles(`${theirs.default_role}.name`)],
    [t('form.heir'), heirOf(mine), heirOf(theirs)],
    [t('form.groups'), groupsOf(mine), groupsOf(theirs)],
  ];
  return <StaleNotice lines={lines} onKeepMine={onKeepMine} onTakeStored={onTakeStored} />;
}
