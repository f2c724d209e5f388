import { isEmail } from '@atalaya/contract/email-address';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { call } from '../../../../platform/api/call.ts';
import { useTexts } from '../../../../platform/messages/use-texts.ts';
import { companyTexts } from './company.es.ts';
import { useNextScreen } from './use-next-screen.ts';

/** How long a press waits for the answer before the form goes on without it, in milliseconds. */
const PATIENCE = 1000;

/** Asked once for each address; what fails is asked again when the field is left again. */
const signOnQuery = (email: string) =>
  queryOptions({
    queryKey: ['sign-on', email],
    queryFn: ({ signal }) => call('findSignOn', { body: { email }, signal }),
    staleTime: 'static',
    retry: false,
    // Offline it fails at once: the form must not wait for the network to return.
    networkMode: 'always',
  });

const addressIn = ({ current }: RefObject<HTMLInputElement | null>) =>
  (current?.value ?? '').trim().toLowerCase();

/** Whether the company of the address in a field signs its people in, and from where. */
export function useCompanyWay(field: RefObject<HTMLInputElement | null>) {
  const client = useQueryClient();
  const link = useRef<HTMLAnchorElement>(null);
  const [start, setStart] = useState<string | null>(null);

  async function find(): Promise<boolean> {
    const email = addressIn(field);
    if (!isEmail(email)) return false;
    const answer = await client.query(signOnQuery(email)).catch(() => ({ start: null }));
    // Another one has been typed since.
    if (addressIn(field) !== email) return false;
    flushSync(() => setStart(answer.start));
    return answer.start !== null;
  }

  /** Leads to the way through the company, if there is one. */
  async function lead(): Promise<boolean> {
    const given = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), PATIENCE));
    if (!(await Promise.race([find(), given]))) return false;
    link.current?.focus();
    return true;
  }

  return { start, link, find, lead, forget: () => setStart(null) };
}

type CompanyLinkProps = { start: string | null; ref: RefObject<HTMLAnchorElement | null> };

/** Its line, of which narrow phones need two, is there before it is: what is under the pointer stays there. */
export function CompanyLink({ start, ref }: CompanyLinkProps) {
  const t = useTexts(companyTexts);
  const redirect = useNextScreen();
  return (
    <p role="status" className="mt-2 -mb-1 min-h-5 text-sm max-[24rem]:min-h-10">
      {start ? (
        <a
          ref={ref}
          href={`${start}?${new URLSearchParams({ redirect }).toString()}`}
          className="press-around relative inline-block font-medium text-primary-ink hover:underline"
        >
          {t('go')}
        </a>
      ) : null}
    </p>
  );
}
