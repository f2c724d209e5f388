import { Banner } from '@atalaya/ui/banner';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useSession } from '../../platform/session.ts';
import { PageHeader } from '../../shared/page-header.tsx';
import { UnsavedGuard } from '../../shared/unsaved-guard.tsx';
import { NO_PASSWORDS, PasswordForm } from './password-form.tsx';
import { PreferencesCard } from './preferences-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { ProfileForm } from './profile-form.tsx';
import { profileTexts } from './profile-texts.ts';
import { SessionsCard } from './sessions-card.tsx';

/** 'Mi Perfil': also for people who belong to no organization yet. `keys`: the card of another feature, the last. */
export function ProfilePage({ keys }: { keys: ReactNode }) {
  const t = useTexts(profileTexts);
  const { profile, organization } = useSession();
  const { first_name, last_name } = profile;
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
          <PasswordForm form={passwords} />
          <PreferencesCard />
          <SessionsCard />
          {keys}
        </div>
      </div>
      <UnsavedGuard when={() => isDirty} />
    </>
  );
}
