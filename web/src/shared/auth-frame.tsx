import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LanguageSwitch } from './language-switch.tsx';
import { WatchtowerMark } from './watchtower-mark.tsx';

type AuthFrameProps = {
  title: string;
  subtitle?: ReactNode;
  /** Below the card: where else one may want to go. */
  footer?: ReactNode;
  /** Further cards below the first. */
  aside?: ReactNode;
  children: ReactNode;
};

/** The frame of everything one meets before being signed in: mark, title, one card. */
export function AuthFrame({ title, subtitle, footer, aside, children }: AuthFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <title>{`${title} · Atalaya`}</title>
      <header className="flex items-center justify-between px-4 py-4 sm:px-8">
        <Link to="/" className="press flex items-center gap-2 rounded-sm text-lg font-semibold">
          <WatchtowerMark size={24} className="text-primary" />
          Atalaya
        </Link>
        <LanguageSwitch />
      </header>
      <main className="mx-auto flex w-full max-w-md flex-1 flex-col px-4 pt-6 pb-12 sm:pt-[8dvh]">
        <div className="mb-6">
          <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
          {subtitle ? <p className="mt-1 text-muted">{subtitle}</p> : null}
        </div>
        <section className="rounded-xl border border-line bg-surface p-5 sm:p-6">{children}</section>
        {footer ? <p className="mt-4 text-center text-muted">{footer}</p> : null}
        {aside}
      </main>
    </div>
  );
}
