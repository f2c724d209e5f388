import { isEmail } from '@atalaya/contract/email-address';
import { EMAIL_MAX } from '@atalaya/contract/limits';
import type { Role } from '@atalaya/contract/roles';
import { Button, buttonClass } from '@atalaya/ui/button';
import type { ComboboxOption } from '@atalaya/ui/combobox';
import { TextInput } from '@atalaya/ui/text-input';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { isApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/call.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { useSession } from '../../platform/session.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { OrganizationPicker } from '../../shared/organization-picker.tsx';
import { invitationsTexts } from './invitations.es.ts';
import { seatsQuery, sendInvitation, useInvitationsChanged } from './invitations.api.ts';
import { RoleSelect } from './role-select.tsx';
import { useTellError } from './use-tell-error.ts';
import { useTellSent } from './use-tell-sent.ts';

type Values = { email: string; role: Role; organization_id: ComboboxOption | null };

/** 'Invitar Usuario': one address, a role up to one's own; a super_admin also says to which organization. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(invitationsTexts);
  const { profile, organization } = useSession();
  const changed = useInvitationsChanged();
  const tellSent = useTellSent();
  const tellError = useTellError();
  const [inTheWay, setInTheWay] = useState<(Found & { email: string }) | null>(null);
  const form = useForm<Values>({
    mode: 'onTouched',
    defaultValues: { email: '', role: 'user', organization_id: null },
  });
  const [email, chosen] = form.watch(['email', 'organization_id']);
  const isSuperAdmin = profile.role === 'super_admin';
  const { errors } = form.formState;
  const found = inTheWay && inTheWay.email === email.trim() ? inTheWay : null;

  return (
    <FormDialog
      settled={found !== null}
      form={form}
      title={t('form.title')}
      description={
        <Seats organization_id={isSuperAdmin ? (chosen?.value ?? null) : (organization?.id ?? null)} />
      }
      submitLabel={t('form.submit')}
      canSubmit={email.trim() !== '' && !errors.email}
      send={(values) => sendInvitation({ ...values, organization_id: values.organization_id?.value ?? null })}
      codeFields={AT_EMAIL}
      onError={(error) => {
        const known = inTheWayOf(error);
        if (known) {
          setInTheWay({ ...known, email: email.trim() });
          return false;
        }
        if (isApiError(error) && (error.fields.length > 0 || error.code in AT_EMAIL)) return false;
        if (isApiError(error, 'organization.required')) notify.error(t('noOrganization'));
        else if (isApiError(error, 'session.required')) notify.error(t('noProfile'));
        else if (isApiError(error, 'session.forbidden')) notify.error(t('profileFailed'));
        else tellError(error);
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
      {found ? (
        <div className="mb-4 grid">
          <InsteadOfInviting person={found} onDone={onClose} />
        </div>
      ) : null}
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
      <p className="text-sm text-muted">{t('form.whatFollows')}</p>
    </FormDialog>
  );
}

/** Codes that are said at the address. */
const AT_EMAIL = {
  'invitation.duplicate': 'email',
  'invitation.already_member': 'email',
  'invitation.inactive': 'email',
  'invitation.in_bin': 'email',
  'invitation.not_set_up': 'email',
} as const;

type Found = { code: 'invitation.inactive' | 'invitation.in_bin' | 'invitation.not_set_up'; user_id: string };

/** The person of the organization who has the address already, where there is a better way than to invite them. */
function inTheWayOf(error: unknown): Found | null {
  for (const code of ['invitation.inactive', 'invitation.in_bin', 'invitation.not_set_up'] as const)
    if (isApiError(error, code)) return { code, user_id: String(error.params.user_id) };
  return null;
}

type InsteadProps = { person: Found & { email: string }; onDone: () => void };

/** What helps instead of an invitation, one click away. */
function InsteadOfInviting({ person, onDone }: InsteadProps) {
  const t = useTexts(invitationsTexts);
  const { code, user_id, email } = person;
  const client = useQueryClient();
  const tellError = useTellError();
  const restores = code === 'invitation.in_bin';
  const help = useMutation({
    mutationFn: async () => {
      const one = { params: { id: user_id }, body: {} };
      await (restores ? call('restoreUser', one) : call('sendUserReset', one));
    },
    onSuccess: () => {
      notify.success(restores ? t('form.restored') : t('form.linkSent', { email }));
      void client.invalidateQueries({ queryKey: ['users'] });
      void client.invalidateQueries({ queryKey: ['seats'] });
      onDone();
    },
    onError: tellError,
  });
  if (code === 'invitation.inactive')
    return (
      <Link to="/admin/users" search={{ search: email }} className={buttonClass({ variant: 'outline' })}>
        {t('form.seeInactive')}
      </Link>
    );
  return (
    <Button variant="outline" busy={help.isPending} onClick={() => help.mutate()}>
      {restores ? t('form.restore') : t('form.sendLink')}
    </Button>
  );
}

/** How many seats are left, before one types. */
function Seats({ organization_id }: { organization_id: string | null }) {
  const t = useTexts(invitationsTexts);
  const { data: seats } = useQuery(seatsQuery(organization_id));
  // A line as high as what comes: what stands below it stays where it is.
  if (!seats) return '\u00a0';
  if (seats.left === null) return t('seatsUnlimited');
  const used = seats.active_users + seats.pending_invitations;
  return t('seatsLeft', { left: seats.left, max: String(seats.max_users), used: String(used) });
}
