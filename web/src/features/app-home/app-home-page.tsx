import type { Session } from '@atalaya/contract/session';
import { buttonClass } from '@atalaya/ui/button';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { SessionContext, sessionQuery } from '../../platform/session.ts';
import { LanguageSwitch } from '../../shared/language-switch.tsx';
import { displayName } from '../../shared/person.ts';
import { useFocusOnNewScreen } from '../../shared/use-focus-on-new-screen.ts';
import { WatchtowerMark } from '../../shared/watchtower-mark.tsx';
import { appHomeTexts } from './app-home.es.ts';
import { NotLoaded } from './not-loaded.tsx';
import { OwnHome } from './own-home.tsx';
import { VisitorHome } from './visitor-home.tsx';

/** '/app': the home of a client company's person; for a visitor, the ways in. */
export function AppHomePage() {
  const t = useTexts(appHomeTexts);
  const { data: session, isError, error, refetch } = useQuery(sessionQuery);
  useFocusOnNewScreen();
  return (
    <div className="mx-auto flex min-h-dvh max-w-6xl flex-col px-4 sm:px-8">
      <title>{`${t('title')} · Atalaya`}</title>
      <header className="flex h-topbar items-center justify-between gap-4">
        <Link to="/" className="press flex items-center gap-2 rounded-sm text-lg font-semibold">
          <WatchtowerMark size={24} className="text-primary" />
          Atalaya
        </Link>
        <div className="flex min-w-0 flex-1 items-center justify-end gap-3 self-stretch">
          {/* Before what is there from the start, which does not move when it comes. */}
          {session ? (
            <Link to="/admin/profile" className={buttonClass({ variant: 'ghost', className: 'min-w-0' })}>
              <span className="truncate">{displayName(session.profile)}</span>
            </Link>
          ) : null}
          <LanguageSwitch />
        </div>
      </header>
      <main id="content" tabIndex={-1} className="flex-1 py-6 outline-none sm:py-10">
        {session ? (
          <SessionContext value={session}>
            <Greeting>
              {isAdmitted(session) ? (
                <Link to="/admin" className={buttonClass({})}>
                  {t('admin')}
                </Link>
              ) : null}
            </Greeting>
            <OwnHome />
          </SessionContext>
        ) : (
          <>
            <Greeting />
            {isError ? <NotLoaded text={t('sessionFailed')} error={error} onRetry={refetch} /> : null}
            {session === null ? <VisitorHome /> : null}
          </>
        )}
      </main>
    </div>
  );
}

/** Whether there is something in the administration for them: the others are told here what comes first. */
const isAdmitted = ({ profile, organization, two_factor }: Session) =>
  two_factor !== 'required' && (organization !== null || profile.role === 'super_admin');

function Greeting({ children }: { children?: ReactNode }) {
  const t = useTexts(appHomeTexts);
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">{t('title')}</h1>
        <p className="mt-1 text-lg text-muted">{t('welcome')}</p>
      </div>
      {children}
    </div>
  );
}
