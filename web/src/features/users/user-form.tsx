import { isEmail } from '@atalaya/contract/email-address';
import { USER_TEXTS, USER_TEXT_MAX } from '@atalaya/contract/choices';
import { EMAIL_MAX, NAME_MAX } from '@atalaya/contract/limits';
import { recordOf } from '@atalaya/contract/record-of';
import { ROLES, ranksAtLeast } from '@atalaya/contract/roles';
import { Select } from '@atalaya/ui/select';
import { Switch } from '@atalaya/ui/switch';
import { TextInput } from '@atalaya/ui/text-input';
import { useQueryClient } from '@tanstack/react-query';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { useFormat } from '../../platform/format.ts';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { useSession } from '../../platform/session.ts';
import { filledField } from '../../shared/filled-field.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { useStaleForm } from '../../shared/use-stale-form.ts';
import { PersonReceipts } from '../offboarding/offboarding.face.ts';
import { OrganizationPicker } from '../organizations/organizations.face.ts';
import { rolesTexts } from '../../shared/role-badge.tsx';
import { displayName } from '../../shared/person.ts';
import { undoAction } from '../undo/undo.face.ts';
import { StaleUser } from './stale-user.tsx';
import { useLastAdminQuestion } from './use-last-admin-question.ts';
import { usersTexts } from './users.es.ts';
import { type UserValues, valuesOf } from './user-values.ts';
import { type User, createUser, updateUser, useUsersChanged } from './users.api.ts';

/** The form of a person. If another person saved it while it was open, both versions are shown side by side. */
export function UserForm({ user, onClose }: { user: User | null; onClose: () => void }) {
  const t = useTexts(usersTexts);
  const changed = useUsersChanged();
  const { language } = useLanguage();
  const client = useQueryClient();
  const form = useForm<UserValues>({ mode: 'onTouched', defaultValues: valuesOf(user) });
  const { stored, stale, onError } = useStaleForm(form, user, valuesOf);
  const send = useSend(stored);
  return (
    <FormDialog
      form={form}
      title={user ? t('form.editTitle') : t('form.createTitle')}
      description={user ? <LastAccess user={user} /> : t('form.createHint')}
      submitLabel={user ? t('form.save') : t('form.create')}
      size="lg"
      canSubmit={!stale}
      send={send}
      failedText={user ? t('form.updateFailed') : t('form.createFailed')}
      codeFields={{ 'user.email_taken': 'email', 'user.organization_required': 'organization_id' }}
      onError={onError}
      onSent={({ undo_id, ...saved }) => {
        void changed();
        if (undo_id)
          notify.success(
            t('form.deactivated', { name: displayName(saved) }),
            undoAction(undo_id, t('undo'), { language, client, rows: [saved.id] }),
          );
        else notify.success(user ? t('form.updated') : t('form.created'));
        onClose();
      }}
      onClose={onClose}
    >
      {stale ? <StaleUser {...stale} /> : null}
      <Fields form={form} user={user} />
      {user ? <PersonReceipts id={user.id} /> : null}
    </FormDialog>
  );
}

/** The exact moment; in the list it is a tooltip, which neither a keyboard nor a finger reaches. */
function LastAccess({ user: { last_login_at } }: { user: User }) {
  const t = useTexts(usersTexts);
  const { dateTime } = useFormat();
  return last_login_at ? t('form.lastAccess', { moment: dateTime(last_login_at) }) : t('form.neverSignedIn');
}

/** Sends what changed, with the version that the person has seen. */
function useSend(stored: User | null) {
  const askLastAdmin = useLastAdminQuestion();
  const { profile } = useSession();
  return async (values: UserValues): Promise<User & { undo_id: string | null }> => {
    const { email, organization_id, ...rest } = values;
    const texts = recordOf(USER_TEXTS, (name) => values[name].trim() || null);
    const body = { ...rest, ...texts };
    const place =
      profile.role === 'super_admin' && values.role !== 'super_admin'
        ? { organization_id: organization_id?.value ?? null }
        : {};
    if (!stored) return { ...(await createUser({ ...body, ...place, email })), undo_id: null };
    const before = valuesOf(stored);
    const moved = organization_id?.value !== before.organization_id?.value ? place : {};
    return askLastAdmin((confirmed) =>
      updateUser(stored.id, {
        version: stored.version,
        first_name: body.first_name,
        last_name: body.last_name,
        ...texts,
        // Only what changed: one may save one's own name, but not one's own role.
        ...(body.role === before.role ? {} : { role: body.role }),
        ...(body.is_active === before.is_active ? {} : { is_active: body.is_active }),
        ...moved,
        ...(confirmed ? { confirm_last_admin: true } : {}),
      }),
    );
  };
}

function Fields({ form, user }: { form: UseFormReturn<UserValues>; user: User | null }) {
  const t = useTexts(usersTexts);
  const { profile } = useSession();
  const { errors } = form.formState;
  const isSelf = user?.id === profile.id;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextInput
        label={t('form.firstName')}
        required
        {...filledField(form, 'first_name', { max: NAME_MAX, missing: t('form.missing') })}
      />
      <TextInput
        label={t('form.lastName')}
        required
        {...filledField(form, 'last_name', { max: NAME_MAX, missing: t('form.missing') })}
      />
      <TextInput
        type="email"
        label={t('form.email')}
        required
        maxLength={EMAIL_MAX}
        disabled={user !== null}
        hint={user ? t('form.emailFixed') : undefined}
        error={errors.email?.message}
        {...form.register('email', {
          validate: (value) =>
            user !== null ||
            (value.trim() === '' ? t('form.missing') : isEmail(value) || t('form.emailInvalid')),
        })}
      />
      <TextInput
        type="tel"
        label={t('words.phone')}
        maxLength={USER_TEXT_MAX.phone}
        error={errors.phone?.message}
        {...form.register('phone')}
      />
      <TextInput
        label={t('words.job_title')}
        maxLength={USER_TEXT_MAX.job_title}
        error={errors.job_title?.message}
        {...form.register('job_title')}
      />
      <RoleField form={form} disabled={isSelf} />
      <OrganizationField form={form} />
      <Controller
        control={form.control}
        name="is_active"
        render={({ field }) => (
          <Switch
            label={t('form.active')}
            checked={field.value}
            onChange={(event) => field.onChange(event.target.checked)}
            disabled={isSelf}
            hint={isSelf ? t('notYourself') : undefined}
          />
        )}
      />
    </div>
  );
}

function RoleField({ form, disabled }: { form: UseFormReturn<UserValues>; disabled: boolean }) {
  const t = useTexts(usersTexts);
  const roles = useTexts(rolesTexts);
  const { profile } = useSession();
  return (
    <Controller
      control={form.control}
      name="role"
      render={({ field, fieldState }) => (
        <Select
          label={t('form.role')}
          value={field.value}
          onValueChange={field.onChange}
          disabled={disabled}
          hint={disabled ? t('notYourself') : undefined}
          error={fieldState.error?.message}
          options={ROLES.filter((role) => ranksAtLeast(profile.role, role)).map((role) => ({
            value: role,
            label: roles(`${role}.name`),
            description: roles(`${role}.description`),
          }))}
        />
      )}
    />
  );
}

/** Whose person it is: a super_admin says; a super_admin belongs to no organization. */
function OrganizationField({ form }: { form: UseFormReturn<UserValues> }) {
  const t = useTexts(usersTexts);
  const { profile } = useSession();
  if (profile.role !== 'super_admin' || form.watch('role') === 'super_admin') return null;
  return (
    <Controller
      control={form.control}
      name="organization_id"
      rules={{ required: t('form.organizationMissing') }}
      render={({ field, fieldState }) => (
        <OrganizationPicker
          value={field.value}
          onValueChange={field.onChange}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}
