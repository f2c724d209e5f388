import { createHash } from 'node:crypto';
import type { VERIFACTU_PROBLEMS } from '@atalaya/contract/verifactu';
import { hashFields } from './verifactu-record.ts';

/**
 * A chain of records as a file, and what is wrong with one. The agency's hash is of eight fields of a record; the seal
 * is of every byte of it and of the seal before, so that no other change goes unseen either.
 */

export type ChainRecord = { number: number; xml: string; seal: string };
export type ChainProblem = {
  number: number;
  code: string | null;
  kind: (typeof VERIFACTU_PROBLEMS)[number];
};
/** What is known of the record before: its name is not where a file begins in the middle of a chain. */
export type Before = { number: number; seal: string | null; name: Named | null };
export const BEGINNING: Before = { number: 0, seal: null, name: null };
type Named = { issuer: string; code: string; day: string; hash: string };

/** SHA-256, hexadecimal; the first record has no seal before it. */
export const sealOf = (before: string | null, number: number, xml: string): string =>
  createHash('sha256')
    .update(JSON.stringify([before, number, xml]))
    .digest('hex');

const ISSUE = ['IDEmisorFactura', 'NumSerieFactura', 'FechaExpedicionFactura'] as const;
const UNESCAPED: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** The text of the first element of a name within a part of a record. */
function valueOf(part: string, name: string): string | null {
  const written = new RegExp(`<sf:${name}>([^<]*)</sf:${name}>`).exec(part)?.[1];
  return written?.replaceAll(/&(?:lt|gt|quot|amp);/g, (one) => UNESCAPED[one] ?? one) ?? null;
}

/** What a record says of itself and of the one before it; null where it is no record. */
export function readRecord(xml: string) {
  const isAnnulment = xml.startsWith('<sf:RegistroAnulacion ');
  if (!isAnnulment && !xml.startsWith('<sf:RegistroAlta ')) return null;
  const suffix = isAnnulment ? 'Anulada' : '';
  const id = ISSUE.map((name) => [name + suffix, valueOf(xml, name + suffix)] as const);
  const amounts = ['TipoFactura', 'CuotaTotal', 'ImporteTotal'].map(
    (name) => [name, valueOf(xml, name)] as const,
  );
  const chaining = /<sf:Encadenamiento>.*<\/sf:Encadenamiento>/s.exec(xml)?.[0] ?? '';
  const before = ISSUE.map((name) => valueOf(chaining, name));
  const previous = valueOf(chaining, 'Huella');
  const at = valueOf(xml, 'FechaHoraHusoGenRegistro');
  const hash = /<sf:Huella>([^<]*)<\/sf:Huella>\s*<\/sf:Registro(?:Alta|Anulacion)>$/.exec(xml)?.[1] ?? null;
  const fields = [
    ...id,
    ...(isAnnulment ? [] : amounts),
    ['Huella', previous ?? ''] as const,
    ['FechaHoraHusoGenRegistro', at] as const,
  ];
  const [issuer, code, day] = id.map(([, value]) => value);
  if (!issuer || !code || !day || hash === null) return null;
  const known = fields.filter((field): field is [string, string] => field[1] !== null);
  if (known.length !== fields.length) return null;
  return {
    name: { issuer, code, day, hash },
    year: Number(at?.slice(0, 4)),
    isFirst: chaining.includes('<sf:PrimerRegistro>S<'),
    previous: previous === null ? null : [...before, previous],
    hashed: hashFields(known),
  };
}

/** What is wrong with one record after another, and what the next is compared with. */
export function problemsOf(before: Before, record: ChainRecord): { problems: ChainProblem[]; last: Before } {
  const { number, xml, seal } = record;
  const read = readRecord(xml);
  const code = read?.name.code ?? null;
  const { name } = before;
  const expected = name && [name.issuer, name.code, name.day, name.hash];
  // Where the name before is not known, the seal says that this is what followed it.
  const follows =
    expected === null
      ? (before.number === 0) === read?.isFirst
      : JSON.stringify(read?.previous) === JSON.stringify(expected);
  const kinds: [ChainProblem['kind'], boolean][] = [
    ['form', read === null],
    ['gap', number !== before.number + 1],
    ['changed', sealOf(before.seal, number, xml) !== seal],
    ['hash', read !== null && read.hashed !== read.name.hash],
    ['moved', read !== null && !follows],
  ];
  const problems = kinds.filter(([, isSo]) => isSo).map(([kind]) => ({ number, code, kind }));
  // What is stored is gone on with: one wrong record is told as one.
  return { problems, last: { number, seal, name: read?.name ?? null } };
}

const OPEN = /^<RegistroFactura numero="(\d+)" sello="([0-9a-f]{64})">$/;
const HEAD = /^<RegistrosFacturacion ejercicio="(\d{4})" tras="(\d+)" sello="([0-9a-f]*)">$/m;
const CLOSE = '</RegistroFactura>';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

/** `before`: the number and the seal of the record before the first of the file. */
export const writeHead = (year: number, before: Pick<Before, 'number' | 'seal'>): string =>
  `${DECLARATION}\n<RegistrosFacturacion ejercicio="${String(year)}" tras="${String(before.number)}" sello="${before.seal ?? ''}">\n`;
export const writeOne = ({ number, seal, xml }: ChainRecord): string =>
  `<RegistroFactura numero="${String(number)}" sello="${seal}">\n${xml}\n${CLOSE}\n`;
/** How many there are and the last of them: what is cut off is seen. */
export const writeFoot = (records: number, last: Pick<ChainRecord, 'number' | 'seal'> | null): string =>
  `<Fin registros="${String(records)}" ultimo="${String(last?.number ?? 0)}" sello="${last?.seal ?? ''}"/>\n</RegistrosFacturacion>\n`;

/** What is wrong with a file that was exported: nothing where every byte is as it was written. */
export function verifyFile(text: string): { records: number; problems: ChainProblem[] } {
  const [, year, after, seal_before] = HEAD.exec(text) ?? [];
  const start = {
    number: Number(after),
    seal: seal_before === '' ? null : (seal_before ?? null),
    name: null,
  };
  const head = writeHead(Number(year), start);
  const foot = text.lastIndexOf('<Fin ');
  if (!text.startsWith(head) || foot < head.length) return { records: 0, problems: [broken(0)] };
  const problems: ChainProblem[] = [];
  let last: Before = start;
  let written: ChainRecord | null = null;
  let records = 0;
  for (const block of text.slice(head.length, foot).split(`\n${CLOSE}\n`).slice(0, -1)) {
    const end = block.indexOf('\n');
    const [, number, seal] = OPEN.exec(block.slice(0, end)) ?? [];
    if (number === undefined || seal === undefined) {
      problems.push(broken((written?.number ?? 0) + 1));
      continue;
    }
    written = { number: Number(number), seal, xml: block.slice(end + 1) };
    const found = problemsOf(last, written);
    problems.push(...found.problems);
    if (readRecord(written.xml)?.year !== Number(year)) problems.push(broken(written.number));
    last = found.last;
    records += 1;
  }
  const all = text.slice(head.length, foot);
  if (all !== '' && !all.endsWith(`\n${CLOSE}\n`)) problems.push(broken((written?.number ?? 0) + 1));
  if (text.slice(foot) !== writeFoot(records, written))
    problems.push({ number: written?.number ?? 0, code: last.name?.code ?? null, kind: 'cut' });
  return { records, problems };
}

const broken = (number: number): ChainProblem => ({ number, code: null, kind: 'form' });
