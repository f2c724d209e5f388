import type { NotificationEvent } from '@atalaya/contract/notification-events';
import { renderMail } from '../../../platform/mail/layout.ts';
import type { Message } from '../../../platform/mail/message.ts';
import { writeDay } from '../billing-texts.ts';
import type { Language } from '../billing-texts.ts';

export type VerifactuEvent = Extract<NotificationEvent, `verifactu.${string}`>;
type Reader = { to: string; language: Language; link: string };
type Said = { title: string; text: string };

const BUTTON = { es: 'Ver los registros', en: 'View records' };

/** What of the records of VERI*FACTU its super_admins have to see to. */
export function verifactuMail(
  { to, language, link }: Reader,
  event: VerifactuEvent,
  params: Record<string, string | number>,
): Message {
  const { title, text } = SAID[event](params, language);
  const button = { label: BUTTON[language], url: link };
  return { to, ...renderMail({ language, subject: title, title, paragraphs: [text], button }) };
}

const SAID: Record<VerifactuEvent, (params: Record<string, string | number>, language: Language) => Said> = {
  'verifactu.certificate_ending': ({ ends_on }, language) => {
    const day = writeDay(String(ends_on), language);
    return language === 'es'
      ? {
          title: `El certificado de VERI*FACTU expira el ${day}`,
          text: 'Es el certificado con el que se envían los registros de facturación. Si no se pone otro, dejarán de enviarse.',
        }
      : {
          title: `The VERI*FACTU certificate expires on ${day}`,
          text: 'Invoicing records are sent with this certificate. Unless you replace it, they’ll no longer be sent.',
        };
  },
};
