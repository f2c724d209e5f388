import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { element, writeElement } from '../../../../platform/core/xml.ts';
import type { Xml } from '../../../../platform/core/xml.ts';
import { readRecord } from '../verifactu-chain.ts';
import { BASE, schemaErrorsOf } from './agency-schemas.ts';
import { makeAuthority } from '../../../../platform/testing/certificates.ts';
import type { Authority } from '../../../../platform/testing/certificates.ts';

/**
 * An agency of the tests: it takes records over mutual TLS as the real one is described to. It checks each message
 * against the agency's schema, and that records come in the order of their chain, each once; what it answers is checked
 * against the agency's schema too.
 */
export type Agency = {
  url: string;
  authority: Authority;
  /** What came in, in its order. */
  messages: Message[];
  questions: number;
  /** What was wrong with what came in, or with what was answered. */
  problems: string[];
  /** What it holds of each invoice, by its number. */
  held: Map<string, Held>;
  /** How many times each record was taken, by its hash. */
  taken: Map<string, number>;
  wait_seconds: number;
  /** What goes wrong with the next messages, one after another; null: nothing does. */
  troubles: (Trouble | null)[];
  /** What is found wrong with a record. */
  judge: (code: string, kind: Kind) => Judgement | null;
  /** Whether messages are checked against the schemas: it takes a second for a thousand records. */
  isStrict: boolean;
  close(): Promise<void>;
};
type Kind = 'Alta' | 'Anulacion';
export type Held = { hash: string; state: 'Correcto' | 'AceptadoConErrores' | 'Anulado'; error: Xml[] };
export type Judgement = { state: 'AceptadoConErrores' | 'Incorrecto'; code: string; words: string };
export type Message = { records: string[]; incident: boolean; holder: string };
export type Trouble =
  /** It is not taken, and nothing is answered. */
  | 'silent'
  /** It is taken, and its answer is lost. */
  | 'answer_lost'
  /** It is taken, and what is answered cannot be read. */
  | 'garbled'
  /** It is taken, and the answer leaves out the last of its records. */
  | 'cut_short'
  /** It is refused as a whole, by whose fault. */
  | { fault: 'Client' | 'Server'; code: string; words: string };

const PAGE = '/wlpl/TIKE-CONT/ws/SistemaFacturacion/VerifactuSOAP';
const text = (name: string, content: string) => element(name, content);

export async function startAgency(authority: Authority = makeAuthority()): Promise<Agency> {
  const { key, certificate } = authority.issue({ name: 'localhost', host: 'localhost' });
  const server = createServer(
    { key, cert: certificate, ca: authority.certificate, requestCert: true, rejectUnauthorized: true },
    (request, response) =>
      void serve(agency, request, response).catch((error: unknown) => {
        agency.problems.push(String(error));
        response.destroy();
      }),
  );
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const agency: Agency = {
    url: `https://localhost:${String(port)}${PAGE}`,
    authority,
    messages: [],
    questions: 0,
    problems: [],
    held: new Map(),
    taken: new Map(),
    wait_seconds: 60,
    troubles: [],
    judge: () => null,
    isStrict: true,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return agency;
}

async function serve(agency: Agency, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  const body =
    /<soapenv:Body>\s*([\s\S]*?)\s*<\/soapenv:Body>/.exec(Buffer.concat(parts).toString())?.[1] ?? '';
  const isQuestion = body.startsWith('<con:');
  if (agency.isStrict) await check(agency, isQuestion ? 'ConsultaLR' : 'SuministroLR', body);
  if (isQuestion) {
    agency.questions += 1;
    const answer = answerQuestion(agency, body);
    await check(agency, 'RespuestaConsultaLR', answer);
    return write(response, 200, answer);
  }
  const trouble = agency.troubles.shift() ?? null;
  if (trouble === 'silent') return;
  if (trouble !== null && typeof trouble !== 'string') return write(response, 500, faultOf(trouble));
  const holder = (request.socket as TLSSocket).getPeerCertificate().subject.CN;
  const answer = take(agency, body, String(holder), trouble === 'cut_short');
  if (agency.isStrict) await check(agency, 'RespuestaSuministro', answer);
  if (trouble === 'answer_lost') return void response.destroy();
  return write(response, 200, trouble === 'garbled' ? answer.slice(0, -200) : answer);
}

async function check(agency: Agency, schema: Parameters<typeof schemaErrorsOf>[0], body: string) {
  agency.problems.push(...(await schemaErrorsOf(schema, body)).map((error) => `${schema}: ${error}`));
}

function write(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'text/xml; charset=UTF-8' });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?><env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/"><env:Body>${body}</env:Body></env:Envelope>`,
  );
}

const faultOf = ({ fault, code, words }: Extract<Trouble, { fault: string }>) =>
  `<env:Fault><faultcode>env:${fault}</faultcode><faultstring>Codigo[${code}].${words}</faultstring><detail><callstack>WSExcepcion</callstack></detail></env:Fault>`;

/** Takes the records of a message one after another, and answers what became of each. */
function take(agency: Agency, body: string, holder: string, isCut: boolean): string {
  const records = Array.from(
    body.matchAll(/<sf:Registro(?:Alta|Anulacion) [\s\S]*?<\/sf:Registro(?:Alta|Anulacion)>/g),
    ([record]) => record,
  );
  agency.messages.push({ records, incident: body.includes('<sf:Incidencia>S<'), holder });
  const head = /<lr:Cabecera>([\s\S]*?)<\/lr:Cabecera>/.exec(body)?.[1] ?? '';
  const lines = records.map((record) => takeOne(agency, record));
  const isAll = (state: string) => lines.every((line) => line.includes(`<R:EstadoRegistro>${state}<`));
  const whole = isAll('Correcto') ? 'Correcto' : isAll('Incorrecto') ? 'Incorrecto' : 'ParcialmenteCorrecto';
  return `<R:RespuestaRegFactuSistemaFacturacion xmlns:R="${BASE}RespuestaSuministro.xsd" xmlns:sf="${BASE}SuministroInformacion.xsd">
    ${whole === 'Incorrecto' ? '' : `<R:CSV>A-${String(agency.messages.length).padStart(14, '0')}</R:CSV>`}
    <R:Cabecera>${head}</R:Cabecera>
    <R:TiempoEsperaEnvio>${String(agency.wait_seconds)}</R:TiempoEsperaEnvio>
    <R:EstadoEnvio>${whole}</R:EstadoEnvio>
    ${(isCut ? lines.slice(0, -1) : lines).join('\n')}
    </R:RespuestaRegFactuSistemaFacturacion>`;
}

const lastSeen = new WeakMap<Agency, string>();
const seen = new WeakMap<Agency, Set<string>>();

function takeOne(agency: Agency, record: string): string {
  const read = readRecord(record);
  if (!read) throw new Error('a record cannot be read');
  const { name, previous, hashed } = read;
  const known = seen.get(agency) ?? new Set();
  seen.set(agency, known);
  if (hashed !== name.hash) agency.problems.push(`${name.code}: its hash is not that of its content`);
  if (!known.has(name.hash) && (previous?.at(-1) ?? undefined) !== lastSeen.get(agency))
    agency.problems.push(`${name.code}: it does not follow what came before`);
  if (!known.has(name.hash)) lastSeen.set(agency, name.hash);
  known.add(name.hash);
  const kind = record.startsWith('<sf:RegistroAlta ') ? 'Alta' : 'Anulacion';
  const before = agency.held.get(name.code);
  const refusal = refusalOf(kind, record, before !== undefined);
  const judged = refusal ?? agency.judge(name.code, kind);
  const error = judged
    ? [text('R:CodigoErrorRegistro', judged.code), text('R:DescripcionErrorRegistro', judged.words)]
    : [];
  const state = judged?.state ?? 'Correcto';
  if (state !== 'Incorrecto') {
    agency.taken.set(name.hash, (agency.taken.get(name.hash) ?? 0) + 1);
    agency.held.set(name.code, { hash: name.hash, state: kind === 'Anulacion' ? 'Anulado' : state, error });
  }
  const flag = (of: string) => new RegExp(`<sf:${of}>(.)<`).exec(record)?.[1] ?? null;
  const line = element('R:RespuestaLinea', [
    element('R:IDFactura', [
      text('sf:IDEmisorFactura', name.issuer),
      text('sf:NumSerieFactura', name.code),
      text('sf:FechaExpedicionFactura', name.day),
    ]),
    element('R:Operacion', [
      text('sf:TipoOperacion', kind),
      ...['Subsanacion', 'RechazoPrevio', 'SinRegistroPrevio'].map((of) => {
        const value = flag(of);
        return value === null ? null : text(`sf:${of}`, value);
      }),
    ]),
    text('R:EstadoRegistro', state),
    ...error,
    refusal?.code === '3000' && before ? duplicateOf(before) : null,
  ]);
  return writeElement(line);
}

/** By "Operativas de alta y anulación admisibles" of the agency's validations. */
function refusalOf(kind: Kind, record: string, isThere: boolean): Judgement | null {
  const has = (flag: string) => record.includes(`<sf:${flag}<`);
  const isNew =
    kind === 'Alta' ? !has('Subsanacion>S') || has('RechazoPrevio>X') : has('SinRegistroPrevio>S');
  if (isNew === !isThere) return null;
  return isNew
    ? { state: 'Incorrecto', code: '3000', words: 'Registro de facturación duplicado.' }
    : { state: 'Incorrecto', code: '3002', words: 'No existe el registro de facturación.' };
}

function duplicateOf({ state }: Held): Xml {
  const states = { Correcto: 'Correcta', AceptadoConErrores: 'AceptadaConErrores', Anulado: 'Anulada' };
  return element('R:RegistroDuplicado', [
    text('sf:IdPeticionRegistroDuplicado', '1'),
    text('sf:EstadoRegistroDuplicado', states[state]),
  ]);
}

function answerQuestion(agency: Agency, body: string): string {
  const value = (name: string) => new RegExp(`:${name}>([^<\\s][^<]*)<`).exec(body)?.[1] ?? '';
  const code = value('NumSerieFactura');
  const held = agency.held.get(code);
  const error =
    held?.error.map((part) => writeElement({ ...part, name: part.name.replace('R:', 'C:') })) ?? [];
  const found = held
    ? `<C:RegistroRespuestaConsultaFactuSistemaFacturacion>
        <C:IDFactura><sf:IDEmisorFactura>${value('NIF')}</sf:IDEmisorFactura><sf:NumSerieFactura>${code}</sf:NumSerieFactura><sf:FechaExpedicionFactura>${value('FechaExpedicionFactura')}</sf:FechaExpedicionFactura></C:IDFactura>
        <C:DatosRegistroFacturacion>
          <C:Encadenamiento><C:RegistroAnterior><sf:IDEmisorFactura>${value('NIF')}</sf:IDEmisorFactura><sf:NumSerieFactura>x</sf:NumSerieFactura><sf:FechaExpedicionFactura>01-01-2025</sf:FechaExpedicionFactura><sf:Huella>${'0'.repeat(64)}</sf:Huella></C:RegistroAnterior></C:Encadenamiento>
          <C:TipoHuella>01</C:TipoHuella><C:Huella>${held.hash}</C:Huella>
        </C:DatosRegistroFacturacion>
        <C:EstadoRegistro><C:TimestampUltimaModificacion>2026-01-01T00:00:00Z</C:TimestampUltimaModificacion><C:EstadoRegistro>${held.state}</C:EstadoRegistro>${error.join('')}</C:EstadoRegistro>
      </C:RegistroRespuestaConsultaFactuSistemaFacturacion>`
    : '';
  return `<C:RespuestaConsultaFactuSistemaFacturacion xmlns:C="${BASE}RespuestaConsultaLR.xsd" xmlns:sf="${BASE}SuministroInformacion.xsd">
    <C:Cabecera><sf:IDVersion>1.0</sf:IDVersion><sf:ObligadoEmision><sf:NombreRazon>x</sf:NombreRazon><sf:NIF>${value('NIF')}</sf:NIF></sf:ObligadoEmision></C:Cabecera>
    <C:PeriodoImputacion><C:Ejercicio>${value('Ejercicio')}</C:Ejercicio><C:Periodo>${value('Periodo')}</C:Periodo></C:PeriodoImputacion>
    <C:IndicadorPaginacion>N</C:IndicadorPaginacion>
    <C:ResultadoConsulta>${held ? 'ConDatos' : 'SinDatos'}</C:ResultadoConsulta>
    ${found}
    </C:RespuestaConsultaFactuSistemaFacturacion>`;
}
