import { isEmail } from '@atalaya/contract/email-address';
import { buttonClass } from '@atalaya/ui/button';
import type { QueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { call } from '../../../../platform/api/call.ts';
import type { Language } from '../../../../platform/messages/chosen-language.ts';
import { useTexts } from '../../../../platform/messages/use-texts.ts';
import { companyLinkTexts } from './company-link.es.ts';
import { useNextScreen } from './use-next-screen.ts';

/** Where an address signs in through its company; null: nowhere. Asked once for each, and again where that failed. */
export async function findStart(
  client: QueryClient,
  typed: string,
  language: Language,
): Promise<string | null> {
  const email = typed.trim().toLowerCase();
  if (!isEmail(email)) return null;
  const { start } = await client.query({
    queryKey: ['sign-on', email],
    queryFn: ({ signal }) => call('findSignOn', { body: { email }, signal }),
    staleTime: 'static',
    retry: false,
    // Offline it fails at once: the form does not wait for the network to return.
    networkMode: 'always',
  });
  // The link has its text when it is shown.
  await companyLinkTexts.read(language);
  return start;
}

type CompanyLinkProps = {
  start: string;
  ref: RefObject<HTMLAnchorElement | null>;
  look?: 'text' | 'button';
};

export function CompanyLink({ start, ref, look = 'text' }: CompanyLinkProps) {
  const t = useTexts(companyLinkTexts);
  const redirect = useNextScreen();
  return (
    <a
      ref={ref}
      href={`${start}?${new URLSearchParams({ redirect }).toString()}`}
      className={
        look === 'button'
          ? buttonClass({ size: 'lg' })
          : 'press-around relative inline-block font-medium text-primary-ink hover:underline'
      }
    >
      {t(look === 'button' ? 'enter' : 'go')}
    </a>
  );
}
