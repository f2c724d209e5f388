import { Banner } from '@atalaya/ui/banner';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, lazy } from 'react';
import { useForm } from 'react-hook-form';
import { loadPart } from '../../platform/load-part.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useSession } from '../../platform/session.ts';
import { PageHeader } from '../../shared/page-header.tsx';
import { UnsavedGuard } from '../../shared/unsaved-guard.tsx';
import { waysInQuery } from '../../shared/ways-in.ts';
import { NO_PASSWORDS, PasswordForm } from './password-form.tsx';
import { PreferencesCard } from './preferences-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { ProfileForm } from './profile-form.tsx';
import { profileTexts } from './profile-texts.ts';
import { SessionsCard } from './sessions-card.tsx';

const FactorCards = lazy(async () => ({
  default: (await loadPart(() => import('./two-factor/factor-cards.tsx'))).FactorCards,
}));

/** 'Mi Perfil': also for people who belong to no organization yet. `accounts`, `keys`: cards of other features. */
export function ProfilePage({ accounts, keys }: { accounts: ReactNode; keys: ReactNode }) {
  const t = useTexts(profileTexts);
  const { profile, organization } = useSession();
  const { first_name, last_name } = profile;
  const hasPassword = useQuery(waysInQuery).data?.has_password ?? true;
  // Both forms are made here, so that leaving asks once for the two of them.
  const names = useForm({ mode: 'onTouched', defaultValues: { first_name, last_name } });
  const passwords = useForm({ mode: 'onTouched', defaultValues: NO_PASSWORDS });
  const isDirty = names.formState.isDirty || passwords.formState.isDirty;
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      {organization || profile.role === 'super_admin' ? null : (
        <Banner title={t('noOrganization.title')} className="mb-4">
          {t('noOrganization.text')}
        </Banner>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[20rem_1fr]">
        <ProfileCard />
        <div className="grid gap-4">
          <ProfileForm form={names} />
          {/* Whoever has none sets the first one by mail. */}
          {hasPassword ? <PasswordForm form={passwords} /> : null}
          <Suspense fallback={<Skeleton className="h-80 w-full" />}>
            <FactorCards />
          </Suspense>
          {accounts}
          <PreferencesCard />
          <SessionsCard />
          {keys}
        </div>
      </div>
      <UnsavedGuard when={() => isDirty} />
    </>
  );
}
