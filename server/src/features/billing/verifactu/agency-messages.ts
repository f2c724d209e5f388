import { element, writeXml } from '../../../platform/core/xml.ts';
import type { Xml } from '../../../platform/core/xml.ts';
import { childrenOf, readXml, treeOf } from '../../../platform/core/xml-reader.ts';
import { agencyDay, RECORD_NAMESPACE } from './verifactu-record.ts';
import type { InvoiceName } from './verifactu-record.ts';

/**
 * What is said to the agency's service and what it answers, as "Descripción del servicio web" 1.0.3 and its schemas have
 * it. Names of the parts are the agency's.
 */

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const namespaceOf = (schema: string) => RECORD_NAMESPACE.replace('SuministroInformacion', schema);
const SENDING = namespaceOf('SuministroLR');
const ASKING = namespaceOf('ConsultaLR');

/** What a message may hold, by the agency's design. */
export const RECORDS_MAX = 1_000;
/** An answer for that many records has 1 MB. */
const BOUNDS = { bytes: 4 * 1024 * 1024, tags: 60_000, namespaces: 20_000 };

export type Sender = { tax_id: string; name: string };

/** The records go in as they were chained; `incident`: they could not be sent when they were written. */
export function sendingMessage(sender: Sender, records: string[], incident: boolean): string {
  const head = element('lr:Cabecera', [
    element('sf:ObligadoEmision', senderParts(sender)),
    incident ? element('sf:RemisionVoluntaria', [element('sf:Incidencia', 'S')]) : null,
  ]);
  const body = records.map((xml) => `<lr:RegistroFactura>${xml}</lr:RegistroFactura>`).join('\n');
  return envelope('lr:RegFactuSistemaFacturacion', SENDING, [head]).replace(
    '</lr:RegFactuSistemaFacturacion>',
    () => `${body}\n</lr:RegFactuSistemaFacturacion>`,
  );
}

/** Asks what the agency has of an invoice. */
export function askingMessage(sender: Sender, { code, issued_on }: InvoiceName): string {
  const [year = '', month = ''] = issued_on.split('-');
  return envelope('con:ConsultaFactuSistemaFacturacion', ASKING, [
    element('con:Cabecera', [
      element('sf:IDVersion', '1.0'),
      element('sf:ObligadoEmision', senderParts(sender)),
    ]),
    element('con:FiltroConsulta', [
      element('con:PeriodoImputacion', [element('sf:Ejercicio', year), element('sf:Periodo', month)]),
      element('con:NumSerieFactura', code),
      element('con:FechaExpedicionFactura', [element('sf:FechaExpedicionFactura', agencyDay(issued_on))]),
    ]),
  ]);
}

const senderParts = ({ tax_id, name }: Sender) => [
  element('sf:NombreRazon', name),
  element('sf:NIF', tax_id),
];

function envelope(name: string, namespace: string, parts: Xml[]): string {
  const prefix = name.split(':')[0] ?? '';
  const content = element(name, parts, { [`xmlns:${prefix}`]: namespace, 'xmlns:sf': RECORD_NAMESPACE });
  const body = element('soapenv:Body', [content]);
  return writeXml(element('soapenv:Envelope', [body], { 'xmlns:soapenv': SOAP }));
}

/** What became of one record. */
export type Outcome = {
  state: 'accepted' | 'accepted_with_errors' | 'rejected' | 'duplicate';
  /** What is wrong, by the agency's code and in its words; null where nothing is. */
  error_code: string | null;
  words: string | null;
};
export type AnsweredLine = InvoiceName & { kind: 'issue' | 'annulment' } & Outcome;
/** A message was refused as a whole; `ours`: sent again as it is, it would be refused again. */
export type Refusal = { kind: 'refused'; ours: boolean; code: string | null; words: string };
export type AgencyAnswer =
  | { kind: 'answered'; csv: string | null; wait_seconds: number | null; lines: AnsweredLine[] }
  | Refusal;
/** What the agency has of an invoice: its last record. */
export type Found = { hash: string } & Outcome;

const STATES = {
  Correcto: 'accepted',
  AceptadoConErrores: 'accepted_with_errors',
  Incorrecto: 'rejected',
  // An annulled one was accepted, and its annulment too.
  Anulado: 'accepted',
} as const;
const DUPLICATE = '3000';

/** @throws XmlRefusal, Error where it is no answer of the service */
export function readSendingAnswer(text: string): AgencyAnswer {
  const { root, refused } = readAnswer(text, 'RespuestaRegFactuSistemaFacturacion');
  if (refused) return refused;
  const wait = textIn(root, 'TiempoEsperaEnvio');
  return {
    kind: 'answered',
    csv: textIn(root, 'CSV'),
    wait_seconds: wait !== null && /^\d{1,4}$/.test(wait) ? Number(wait) : null,
    lines: allIn(root, 'RespuestaLinea').map(lineOf),
  };
}

function lineOf(line: Element): AnsweredLine {
  return {
    kind: textIn(line, 'TipoOperacion') === 'Anulacion' ? 'annulment' : 'issue',
    code: required(line, 'NumSerieFactura'),
    issued_on: agencyDay(required(line, 'FechaExpedicionFactura')),
    ...outcomeOf(line),
  };
}

/** What is found of an invoice; null where the agency has nothing. @throws as `readSendingAnswer` */
export function readFound(text: string): { kind: 'found'; found: Found | null } | Refusal {
  const { root, refused } = readAnswer(text, 'RespuestaConsultaFactuSistemaFacturacion');
  if (refused) return refused;
  const [found] = allIn(root, 'RegistroRespuestaConsultaFactuSistemaFacturacion');
  if (!found) return { kind: 'found', found: null };
  // The record names the hash of the one before it, too.
  const [record] = allIn(found, 'DatosRegistroFacturacion');
  const own = record && childrenOf(record).find(({ localName }) => localName === 'Huella');
  return { kind: 'found', found: { hash: own?.textContent?.trim() ?? '', ...outcomeOf(found) } };
}

function outcomeOf(part: Element): Outcome {
  const written = required(part, 'EstadoRegistro');
  const state = Object.entries(STATES).find(([name]) => name === written)?.[1];
  if (!state) throw new Error(`the agency answers an unknown state: ${written}`);
  const error_code = textIn(part, 'CodigoErrorRegistro');
  const words = textIn(part, 'DescripcionErrorRegistro');
  const isDuplicate = state === 'rejected' && error_code === DUPLICATE;
  return { state: isDuplicate ? 'duplicate' : state, error_code, words };
}

function readAnswer(text: string, name: string) {
  const root = readXml(text.replace(/^\uFEFF/, ''), BOUNDS);
  const [fault] = allIn(root, 'Fault');
  const refused = fault ? refusalOf(fault) : null;
  if (!refused && !allIn(root, name).length) throw new Error(`the agency answers no ${name}`);
  return { root, refused };
}

/** "Codigo[4112].El titular del certificado …", by who is at fault. */
function refusalOf(fault: Element): Refusal {
  const words = textIn(fault, 'faultstring') ?? '';
  return {
    kind: 'refused',
    ours: /client$/i.test(textIn(fault, 'faultcode') ?? ''),
    code: /Codigo\[(\d+)\]/.exec(words)?.[1] ?? null,
    words: words.replace(/^\s*Codigo\[\d+\][.:]?\s*/, ''),
  };
}

const allIn = (root: Element, name: string) => treeOf(root).filter(({ localName }) => localName === name);

/** The text of the first element of a name that has no elements in it; null where there is none, or it is empty. */
function textIn(root: Element, name: string): string | null {
  const found = allIn(root, name).find((one) => childrenOf(one).length === 0);
  return found?.textContent?.trim() || null;
}

function required(root: Element, name: string): string {
  const text = textIn(root, name);
  if (text === null) throw new Error(`the agency’s answer has no ${name}`);
  return text;
}
