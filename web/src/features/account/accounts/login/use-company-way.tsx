import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLanguage } from '../../../../platform/messages/language.tsx';
import { CompanyLink, findStart } from './company-link.tsx';

/** How long a press waits for the answer before the form goes on without it, in milliseconds. */
const PATIENCE = 1000;

/** Whether the company of the address in a field signs its people in, and the link to there. */
export function useCompanyWay(field: RefObject<HTMLInputElement | null>) {
  const client = useQueryClient();
  const { language } = useLanguage();
  const ref = useRef<HTMLAnchorElement>(null);
  const [link, setLink] = useState<ReactNode>(null);

  async function find(): Promise<void> {
    const typed = field.current?.value ?? '';
    const start = await findStart(client, typed, language);
    // Unless another one has been typed since.
    if (start !== null && field.current?.value === typed)
      flushSync(() => setLink(<CompanyLink start={start} ref={ref} />));
  }
  // Without an answer the form is as it was.
  const quietly = () => find().catch(() => undefined);

  /** Leads to the way through the company, if there is one. */
  async function lead(): Promise<boolean> {
    await Promise.race([quietly(), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    ref.current?.focus();
    return ref.current !== null;
  }

  /** Another address is being typed. */
  function forget(): void {
    setLink(null);
  }

  return { link, find: quietly, lead, forget };
}
