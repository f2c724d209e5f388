import type { Session } from '@atalaya/contract/session';
import { Button, buttonClass } from '@atalaya/ui/button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/call.ts';
import { useFormat } from '../../platform/format.ts';
import { useErrorText } from '../../platform/messages/error-text.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { sessionQuery } from '../../platform/session.ts';
import { AuthFrame } from '../../shared/auth-frame.tsx';
import { RoleBadge, rolesTexts } from '../../shared/role-badge.tsx';
import { AcceptForm } from './accept-form.tsx';
import { acceptTexts } from './accept.es.ts';
import { DeclineButton } from './decline-button.tsx';
import type { OpenedInvitation } from './invitations.api.ts';
import { JoinButton } from './join-button.tsx';

/** What an invitation's link opens: what is offered, and the way in for the person who has the link. */
export function AcceptInvitationPage() {
  const t = useTexts(acceptTexts);
  const params: { token?: string } = useParams({ strict: false });
  const token = params.token ?? '';
  const session = useQuery(sessionQuery);
  const opened = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call('openInvitation', { body: { token }, signal }),
    // Typed names must not vanish because the window got the focus again.
    staleTime: Number.POSITIVE_INFINITY,
  });

  if (opened.isPending || session.isPending)
    return (
      // With a key: the next frame is lower by its subtitle, and must replace this one instead of moving it.
      <AuthFrame key="waiting" title={t('title')}>
        <p role="status" className="py-8 text-center text-muted">
          {t('loading')}
        </p>
      </AuthFrame>
    );
  if (isApiError(opened.error, 'invitation.invalid'))
    return session.data ? (
      <NothingToAccept why={t('invalid')} renewable={token} />
    ) : (
      <InvalidInvitation token={token} />
    );
  if (isApiError(opened.error, 'invitation.organization_closed'))
    return <ClosedOrganization error={opened.error} />;
  if (opened.isError)
    return (
      <AuthFrame title={t('title')}>
        <p role="alert">{t('checkFailed')}</p>
        <Button className="mt-5" onClick={() => void opened.refetch()}>
          {t('retry')}
        </Button>
      </AuthFrame>
    );
  const signedIn = session.data?.profile.email ?? null;
  const cannotJoin = session.data?.organization || session.data?.profile.role === 'super_admin';
  if (signedIn !== null && (signedIn !== opened.data.email || opened.data.account === 'member'))
    return (
      <NothingToAccept
        why={
          signedIn === opened.data.email
            ? t('member', { organization: opened.data.organization_name })
            : t('otherAccount')
        }
      />
    );
  return (
    <AuthFrame
      title={t('welcome', { organization: opened.data.organization_name })}
      subtitle={opened.data.invited_by ? t('invitedBy', { inviter: opened.data.invited_by }) : t('invited')}
      footer={
        signedIn === null || cannotJoin ? <DeclineButton token={token} invitation={opened.data} /> : null
      }
    >
      <InvitationFacts invitation={opened.data} />
      {cannotJoin ? (
        <Elsewhere invitation={opened.data} own={session.data?.organization?.name} />
      ) : (
        <WayIn token={token} invitation={opened.data} session={session.data ?? null} />
      )}
    </AuthFrame>
  );
}

/** One who is signed in goes on to /app, told why there is nothing to accept. */
function NothingToAccept({ why, renewable }: { why: string; renewable?: string }) {
  const t = useTexts(acceptTexts);
  const asked = t('asked');
  const label = t('askAgain');
  const { mutate } = useAskAgain(() => notify.info(asked));
  useEffect(() => {
    const action = renewable === undefined ? {} : { action: { label, onClick: () => mutate(renewable) } };
    notify.info(why, { duration: 10_000, ...action });
  }, [why, renewable, label, mutate]);
  return <Navigate to="/app" replace />;
}

function InvitationFacts({ invitation }: { invitation: OpenedInvitation }) {
  const t = useTexts(acceptTexts);
  const roles = useTexts(rolesTexts);
  const format = useFormat();
  return (
    <div className="mb-5 grid gap-3 rounded-lg bg-sunken p-4">
      <dl className="grid gap-3">
        <div>
          <dt className="text-sm text-muted">{t('forEmail')}</dt>
          <dd className="font-medium wrap-anywhere">{invitation.email}</dd>
        </div>
        <div>
          <dt className="text-sm text-muted">{t('role')}</dt>
          <dd className="flex flex-wrap items-center gap-2">
            <RoleBadge role={invitation.role} />
            <span className="text-sm text-muted">{roles(`${invitation.role}.description`)}</span>
          </dd>
        </div>
      </dl>
      <p className="text-sm text-muted">{t('validUntil', { date: format.date(invitation.expires_at) })}</p>
    </div>
  );
}

const pathOf = (token: string) => `/invitation/accept/${token}`;

/** Where a second factor is required, nothing else is done before; then it goes on here. */
function FactorFirst({ token }: { token: string }) {
  const t = useTexts(acceptTexts);
  return (
    <>
      <p>{t('factorFirst')}</p>
      <Link
        to="/admin/two-factor"
        search={{ redirect: pathOf(token) }}
        className={buttonClass({ size: 'lg' })}
      >
        {t('setUpFactor')}
      </Link>
    </>
  );
}

type WayInProps = { token: string; invitation: OpenedInvitation; session: Session | null };

function WayIn({ token, invitation, session }: WayInProps) {
  const t = useTexts(acceptTexts);
  if (session)
    return (
      <div className="grid gap-4">
        <p className="text-sm text-muted">{t('signedInAs', { email: session.profile.email })}</p>
        {session.two_factor === 'required' ? (
          <FactorFirst token={token} />
        ) : (
          <>
            {invitation.sign_on === null ? null : (
              <p>{t('joinThroughCompany', { organization: invitation.organization_name })}</p>
            )}
            <JoinButton token={token} organization={invitation.organization_name} />
          </>
        )}
      </div>
    );
  const { account, sign_on } = invitation;
  if (sign_on !== null && account !== 'exists' && account !== 'closed')
    return <ThroughCompany start={sign_on} organization={invitation.organization_name} />;
  if (account === 'none') return <AcceptForm token={token} invitation={invitation} />;
  if (account === 'set_up') return <SetUpFirst email={invitation.email} />;
  if (account === 'closed') return <p role="alert">{t('closed')}</p>;
  return (
    <div className="grid gap-4">
      <p>
        {account === 'member'
          ? t('memberSignIn', { organization: invitation.organization_name })
          : t('exists')}
      </p>
      <Link to="/admin/login" search={{ redirect: pathOf(token) }} className={buttonClass({ size: 'lg' })}>
        {t('signIn')}
      </Link>
      <Link
        to="/admin/reset-password"
        state={{ email: invitation.email }}
        className={buttonClass({ variant: 'ghost' })}
      >
        {t('forgotten')}
      </Link>
    </div>
  );
}

/** The organization lets its people in through its own sign-in alone, which accepts the invitation. */
function ThroughCompany({ start, organization }: { start: string; organization: string }) {
  const t = useTexts(acceptTexts);
  return (
    <div className="grid gap-4">
      <p>{t('throughCompany', { organization })}</p>
      <a href={start} className={buttonClass({ size: 'lg' })}>
        {t('goThroughCompany')}
      </a>
    </div>
  );
}

/**
 * A person was added and has no password yet: the link to choose it goes to their mailbox, since another person may
 * have this link.
 */
function SetUpFirst({ email }: { email: string }) {
  const t = useTexts(acceptTexts);
  const notifyFailure = useNotifyFailure();
  const send = useMutation({
    mutationFn: () => call('requestPasswordReset', { body: { email } }),
    onError: (error) => notifyFailure(error),
  });
  if (send.isSuccess) return <p role="status">{t('setUpSent', { email })}</p>;
  return (
    <div className="grid gap-4">
      <p>{t('setUp')}</p>
      <Button size="lg" busy={send.isPending} onClick={() => send.mutate()}>
        {t('setUpSend')}
      </Button>
    </div>
  );
}

/** An organization that is canceled, inactive or in the bin takes no new people. */
function ClosedOrganization({ error }: { error: Error }) {
  const t = useTexts(acceptTexts);
  return (
    <AuthFrame title={t('organizationClosedTitle')}>
      <p className="text-pretty">{useErrorText(error)}</p>
      <Link to="/admin/login" className={buttonClass({ className: 'mt-5' })}>
        {t('goToLogin')}
      </Link>
    </AuthFrame>
  );
}

/** One belongs to one organization, and a super_admin to none: what would have to happen first. */
function Elsewhere({ invitation, own }: { invitation: OpenedInvitation; own: string | undefined }) {
  const t = useTexts(acceptTexts);
  const organization = invitation.organization_name;
  return (
    <div className="grid gap-4">
      <p>{own === undefined ? t('superAdmin', { organization }) : t('elsewhere', { own, organization })}</p>
      <Link to="/app" className={buttonClass({ size: 'lg' })}>
        {t('goOn')}
      </Link>
    </div>
  );
}

function InvalidInvitation({ token }: { token: string }) {
  const t = useTexts(acceptTexts);
  const askAgain = useAskAgain();
  return (
    <AuthFrame title={t('invalidTitle')}>
      <p className="text-pretty">{t('invalid')}</p>
      {askAgain.isSuccess ? (
        <p role="status" className="mt-1 text-pretty text-muted">
          {t('asked')}
        </p>
      ) : null}
      <div className="mt-5 flex flex-wrap gap-2">
        <Link to="/admin/login" className={buttonClass({})}>
          {t('goToLogin')}
        </Link>
        {askAgain.isSuccess ? null : (
          <Button variant="outline" busy={askAgain.isPending} onClick={() => askAgain.mutate(token)}>
            {t('askAgain')}
          </Button>
        )}
      </div>
    </AuthFrame>
  );
}

/** Asks the person who invited for another link, by the token of the one that is no longer valid. */
function useAskAgain(onSuccess: () => void = () => undefined) {
  const notifyFailure = useNotifyFailure();
  return useMutation({
    mutationFn: (token: string) => call('requestInvitationRenewal', { body: { token } }),
    onSuccess,
    onError: (error) => notifyFailure(error),
  });
}
