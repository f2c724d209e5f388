import type { NotificationEvent } from '@atalaya/contract/notification-events';
import { verifactuSendingEn } from '@atalaya/contract/verifactu-sending.en';
import { verifactuSendingEs } from '@atalaya/contract/verifactu-sending.es';
import { renderMail } from '../../../platform/mail/layout.ts';
import type { Message } from '../../../platform/mail/message.ts';
import { writeDay } from '../billing-texts.ts';
import type { Language } from '../billing-texts.ts';
import type { SendingProblem } from './sending.queries.ts';

export type VerifactuEvent = Extract<NotificationEvent, `verifactu.${string}`>;
/** Why, where no rule of the agency's is broken. */
const NOT_ISSUED: Record<Language, Record<string, string>> = {
  es: {
    clock_behind: 'el reloj del servidor va atrasado',
    chain_broken: 'la cadena de registros está rota',
  },
  en: {
    clock_behind: 'the server’s clock is behind',
    chain_broken: 'the chain of records is broken',
  },
};

const verifactuSending = { es: verifactuSendingEs, en: verifactuSendingEn };

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
  'verifactu.not_sent': ({ problem }, language) => {
    const why = verifactuSending[language][String(problem) as SendingProblem];
    return language === 'es'
      ? { title: 'Los registros de facturación no se envían', text: why }
      : { title: 'Invoicing records aren’t being sent', text: why };
  },
  'verifactu.not_issued': ({ organization, reason, rule, es, en }, language) =>
    language === 'es'
      ? {
          title: `No se ha emitido la factura de ${String(organization)}`,
          text: `No se puede registrar en VERI*FACTU: ${NOT_ISSUED.es[String(reason)] ?? `error ${String(rule)}, ${String(es)}`}. Se vuelve a intentar cada hora.`,
        }
      : {
          title: `The invoice for ${String(organization)} wasn’t issued`,
          text: `It can’t be recorded under VERI*FACTU: ${NOT_ISSUED.en[String(reason)] ?? `error ${String(rule)}, ${String(en)}`}. It’s tried again each hour.`,
        },
  'verifactu.rate_missing': ({ currency, ends_on }, language) => {
    const [code, day] = [String(currency), writeDay(String(ends_on), language)];
    return language === 'es'
      ? {
          title: `No se emiten facturas en ${code}: falta el tipo de cambio`,
          text: `Una factura en ${code} lleva su impuesto en euros, y no hay ningún tipo de cambio del ${day} ni de la semana anterior. Dalo en Registros o sube el fichero del Banco Central Europeo. Se vuelve a intentar cada hora.`,
        }
      : {
          title: `Invoices in ${code} aren’t issued: the exchange rate is missing`,
          text: `An invoice in ${code} states its tax in euros, and there’s no exchange rate of ${day} or the week before. Add it in Invoicing records, or upload the file of the European Central Bank. It’s tried again each hour.`,
        };
  },
  'verifactu.rejected': ({ records }, language) => {
    const isOne = Number(records) === 1;
    return language === 'es'
      ? {
          title: isOne
            ? 'La Agencia Tributaria ha rechazado un registro de facturación'
            : `La Agencia Tributaria ha rechazado ${String(records)} registros de facturación`,
          text: 'En Registros está el motivo de cada uno, y desde ahí se subsana.',
        }
      : {
          title: isOne
            ? 'The tax agency has rejected an invoicing record'
            : `The tax agency has rejected ${String(records)} invoicing records`,
          text: 'You’ll find why in Invoicing records, where you can correct them.',
        };
  },
};
