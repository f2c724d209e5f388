import { Banner } from '@atalaya/ui/banner';
import { Skeleton } from '@atalaya/ui/skeleton';
import { TabPanel, Tabs } from '@atalaya/ui/tabs';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { lazyPart } from '../../../platform/lazy-part.tsx';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { useSession } from '../../../platform/session.ts';
import { PageHeader } from '../../../shared/page-header.tsx';
import { areAnswered } from '../../../shared/together.ts';
import { choiceField, useUrlState } from '../../../shared/url-state.ts';
import { OwnAccess } from '../../app-home/app-home.face.ts';
import { NotificationPreferencesCard } from '../../notifications/notifications.face.ts';
import { AccessReviewCard } from '../access-review/access-review-card.tsx';
import { accessReviewQuery } from '../access-review/access-review.api.ts';
import { apiKeysQuery } from '../api-keys/api-keys.api.ts';
import { PasskeysCard } from '../passkeys/passkeys-card.tsx';
import { LinkedAccountsCard } from '../providers/linked-accounts-card.tsx';
import { waysInQuery } from '../providers/ways-in.ts';
import { PasswordForm } from './password-form.tsx';
import { PreferencesCard } from './preferences-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { ProfileForm } from './profile-form.tsx';
import { profileTexts } from './profile.es.ts';
import { SessionsCard } from '../sessions/sessions-card.tsx';
import { TrustedBrowsersCard } from '../sessions/trusted-browsers-card.tsx';
import { ownFactorsQuery } from '../two-factor/owner-proof.ts';
import { TwoFactorCard } from '../two-factor/two-factor-card.tsx';
import { passkeysQuery } from '../two-factor/two-factor.api.ts';

/** Of companies that require their single sign-on. */
const SignOnRequiredCard = lazyPart(() => import('./sign-on-required-card.tsx'), 'SignOnRequiredCard');

/** Few people have keys, or let assistants in. */
const KeysCards = lazyPart(() => import('../api-keys/keys-cards.tsx'), 'KeysCards');

/** Mails and notifications name them in their links. */
const TABS = ['profile', 'security', 'sessions', 'notifications', 'keys'] as const;
const fields = { tab: choiceField(TABS, 'profile') };

/** 'Mi Perfil': also for people who belong to no organization yet. */
export function ProfilePage() {
  const t = useTexts(profileTexts);
  const { profile, organization } = useSession();
  const [{ tab }, setState] = useUrlState(fields);
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      {organization || profile.role === 'super_admin' ? null : (
        <Banner title={t('noOrganization.title')} className="mb-4">
          {t('noOrganization.text')}
        </Banner>
      )}
      <Tabs
        label={t('sections')}
        value={tab}
        onValueChange={(next) => setState({ tab: next })}
        items={TABS.map((value) => ({ value, label: t(`tabs.${value}`) }))}
      >
        <TabPanel value="profile">
          <Identity />
        </TabPanel>
        <TabPanel value="security">
          <Security />
        </TabPanel>
        <TabPanel value="sessions">
          <Narrow>
            <div className="grid gap-4">
              <SessionsCard />
              <TrustedBrowsersCard />
            </div>
          </Narrow>
        </TabPanel>
        <TabPanel value="notifications">
          <Narrow>
            <NotificationPreferencesCard fallback={<Skeleton className="h-72" />} />
          </Narrow>
        </TabPanel>
        <TabPanel value="keys">
          <Narrow>
            <KeysCards fallback={<Skeleton className="h-72" />} />
          </Narrow>
        </TabPanel>
      </Tabs>
    </>
  );
}

/** Rows with something to do at their end: near enough to be read as one. */
function Narrow({ children }: { children: ReactNode }) {
  return <div className="max-w-4xl">{children}</div>;
}

function Identity() {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[20rem_1fr]">
      <ProfileCard />
      <div className="grid gap-4">
        <ProfileForm />
        <PreferencesCard />
        <OwnAccess />
      </div>
    </div>
  );
}

/** How one signs in. All at once: what came later would move what is below it. */
function Security() {
  const ways = useQuery(waysInQuery);
  const review = useQuery(accessReviewQuery);
  const factors = useQuery(ownFactorsQuery);
  const passkeys = useQuery(passkeysQuery);
  const isReviewed = !review.data?.reset_at;
  // A review tells of keys that have ended.
  const keys = useQuery({ ...apiKeysQuery, enabled: !isReviewed });
  if (!areAnswered(ways, review, factors, passkeys) || !(isReviewed || areAnswered(keys)))
    return <Skeleton className="h-72" />;
  const { has_password = true, sign_on_required = false } = ways.data ?? {};
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <AccessReviewCard />
      {sign_on_required ? <SignOnRequiredCard fallback={<Skeleton className="h-32" />} /> : null}
      {/* A person without a password sets the first one by mail. */}
      {has_password ? <PasswordForm /> : null}
      <div className="grid gap-4">
        <TwoFactorCard />
        <PasskeysCard />
        <LinkedAccountsCard />
      </div>
    </div>
  );
}
