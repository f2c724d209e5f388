import { NOT_INVITABLE } from '@atalaya/contract/choices';
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
import { type ApiError, isApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/call.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { useSession } from '../../platform/session.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { OrganizationPicker } from '../organizations/organizations.face.ts';
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
        void changed();
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
      {found ? <InsteadOfInviting person={found} onDone={onClose} /> : null}
      {isSuperAdmin ? (
        <Controller
          control={form.control}
          name="organization_id"
          rules={{ required: t('form.organizationMissing') }}
          render={({ field, fieldState }) => (
            <OrganizationPicker
              value={field.value}
              onValueChange={(value) => {
                // What is in the way of one organization may not be of another.
                form.clearErrors('email');
                setInTheWay(null);
                field.onChange(value);
              }}
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
const AT_EMAIL: Partial<Record<ApiError['code'], 'email'>> = Object.fromEntries(
  ['duplicate', ...NOT_INVITABLE].map((why) => [`invitation.${why}`, 'email']),
);

/** What helps instead of an invitation, where it is one click away. */
const HELP: Partial<Record<ApiError['code'], 'see' | 'restore' | 'send_link'>> = {
  'invitation.not_set_up': 'send_link',
  'invitation.inactive': 'see',
  'invitation.elsewhere': 'see',
  'invitation.elsewhere_inactive': 'see',
  'invitation.unassigned_inactive': 'see',
  'invitation.super_admin_inactive': 'see',
  'invitation.in_bin': 'restore',
  'invitation.elsewhere_in_bin': 'restore',
  'invitation.unassigned_in_bin': 'restore',
  'invitation.super_admin_in_bin': 'restore',
};
type Found = { help: 'see' | 'restore' | 'send_link'; user_id: string };

/** The person who has the address already, where there is a better way than to invite them. */
function inTheWayOf(error: unknown): Found | null {
  if (!isApiError(error)) return null;
  const help = HELP[error.code];
  return help ? { help, user_id: String(error.params.user_id) } : null;
}

type InsteadProps = { person: Found & { email: string }; onDone: () => void };

/** What helps instead of an invitation, one click away. */
function InsteadOfInviting({ person, onDone }: InsteadProps) {
  const t = useTexts(invitationsTexts);
  const { help, user_id, email } = person;
  const client = useQueryClient();
  const tellError = useTellError();
  const restores = help === 'restore';
  const action = useMutation({
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
  if (help === 'see')
    return (
      <Link to="/admin/users" search={{ search: email }} className={buttonClass({ variant: 'outline' })}>
        {t('form.seePerson')}
      </Link>
    );
  return (
    <Button variant="outline" busy={action.isPending} onClick={() => action.mutate()}>
      {restores ? t('form.restore') : t('form.sendLink')}
    </Button>
  );
}

/** How many seats are left, before one types. */
function Seats({ organization_id }: { organization_id: string | null }) {
  const t = useTexts(invitationsTexts);
  const { data: seats } = useQuery(seatsQuery(organization_id));
  // A line as high as the text to come, so that what is below does not move.
  if (!seats) return '\u00a0';
  if (seats.left === null) return t('seatsUnlimited');
  const used = seats.active_users + seats.pending_invitations;
  return t('seatsLeft', { left: seats.left, max: String(seats.max_users), used: String(used) });
}
