import { EMAIL_MAX } from '@atalaya/contract/limits';
import type { Role } from '@atalaya/contract/roles';
import type { ComboboxOption } from '@atalaya/ui/combobox';
import { TextInput } from '@atalaya/ui/text-input';
import { useQuery } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { isApiError } from '../../platform/api/api-error.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { useSession } from '../../platform/session.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { OrganizationPicker } from '../../shared/organization-picker.tsx';
import { invitationsTexts } from './invitations-texts.ts';
import { seatsQuery, sendInvitation, useInvitationsChanged } from './invitations.api.ts';
import { isEmail } from './parse-emails.ts';
import { RoleSelect } from './role-select.tsx';
import { useTellSent } from './use-tell-sent.ts';

type Values = { email: string; role: Role; organization_id: ComboboxOption | null };

/** 'Invitar Usuario': one address, a role up to one's own; a super_admin also says to which organization. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(invitationsTexts);
  const { profile, organization } = useSession();
  const changed = useInvitationsChanged();
  const tellSent = useTellSent();
  const form = useForm<Values>({
    mode: 'onTouched',
    defaultValues: { email: '', role: 'user', organization_id: null },
  });
  const [email, chosen] = form.watch(['email', 'organization_id']);
  const isSuperAdmin = profile.role === 'super_admin';
  const { errors } = form.formState;

  return (
    <FormDialog
      form={form}
      title={t('form.title')}
      description={
        <Seats organization_id={isSuperAdmin ? (chosen?.value ?? null) : (organization?.id ?? null)} />
      }
      submitLabel={t('form.submit')}
      canSubmit={email.trim() !== '' && !errors.email}
      send={(values) => sendInvitation({ ...values, organization_id: values.organization_id?.value ?? null })}
      codeFields={{ 'invitation.duplicate': 'email', 'invitation.already_member': 'email' }}
      onError={(error) => {
        if (isApiError(error, 'organization.required')) notify.error(t('noOrganization'));
        else if (isApiError(error, 'session.required')) notify.error(t('profileFailed'));
        else return false;
        return true;
      }}
      onSent={(answer) => {
        changed();
        tellSent(answer);
        onClose();
      }}
      onClose={onClose}
    >
      <TextInput
        type="email"
        label={t('form.email')}
        placeholder={t('form.emailPlaceholder')}
        maxLength={EMAIL_MAX}
        error={errors.email?.message}
        {...form.register('email', {
          validate: (value) =>
            value.trim() === '' ? t('form.emailMissing') : isEmail(value) || t('form.emailInvalid'),
        })}
      />
      {isSuperAdmin ? (
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
      ) : null}
      <Controller
        control={form.control}
        name="role"
        render={({ field }) => <RoleSelect role={field.value} onChange={field.onChange} />}
      />
    </FormDialog>
  );
}

/** How many seats are left, before one types. */
function Seats({ organization_id }: { organization_id: string | null }) {
  const t = useTexts(invitationsTexts);
  const { data: seats } = useQuery(seatsQuery(organization_id));
  if (!seats) return null;
  if (seats.left === null) return t('seatsUnlimited');
  const used = seats.active_users + seats.pending_invitations;
  return t('seatsLeft', { left: seats.left, max: String(seats.max_users), used: String(used) });
}
