import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { loadConfig } from '../../platform/core/config.ts';
import { openDatabase } from '../../platform/database/database.ts';
import type { Database } from '../../platform/database/database.ts';
import { fingerprintOf } from '../../platform/signing/signed-json.ts';
import { readClaims } from './anchor.ts';
import { compareClaims } from './anchors.service.ts';
import { verifyAudit } from './verify.service.ts';
import type { Problem, ProblemKind } from './verify.service.ts';

/**
 * `npm run verify-audit [-- --anchors FILE]`: says which rows of the audit log are wrong, and, of a file with anchors or with
 * records as sinks have them, what of it the log does not say any more. Ends with 1 where there is any such thing.
 */

const TEXTS: Record<ProblemKind, string> = {
  changed: 'modificada o cambiada de sitio',
  deleted: 'borrada',
  gap: 'faltan filas desde aquí, con su sello',
  cut: 'el final no coincide: faltan las últimas filas desde aquí',
  unsealed: 'escrita sin sello',
};

const nameOf = (chain: string) => (chain === 'system' ? 'sistema' : `organización ${chain}`);

function lineOf({ kind, chain, position, audit_id }: Problem): string {
  const place = [
    chain === null ? null : nameOf(chain),
    position === null ? null : `posición ${position}`,
    audit_id === null ? null : `fila ${audit_id}`,
  ];
  return `✗ ${place.filter((part) => part !== null).join(', ')}: ${TEXTS[kind]}`;
}

/** What was noted elsewhere of the log, beside what it says now; how many of it do not fit. */
async function compare(database: Database, path: string): Promise<number> {
  const { claims, forged, others } = readClaims(readFileSync(path, 'utf8'));
  const wrong = await compareClaims(database, claims);
  for (const line of forged) process.stderr.write(`✗ línea ${line}: ancla que no es la que se firmó\n`);
  for (const { line, chain, lane, position, anchor, kind } of wrong) {
    const what = anchor ? `ancla del ${anchor.at}` : 'entrada';
    const how = kind === 'missing' ? 'falta en el registro' : 'reescrita desde entonces';
    const place = `${nameOf(chain)}, carril ${lane}, posición ${position}`;
    process.stderr.write(`✗ línea ${line}: ${what}, ${place}: ${how}\n`);
  }
  const anchors = new Set(claims.flatMap(({ anchor }) => anchor ?? []));
  const keys = [...new Set([...anchors].map(({ public_key }) => fingerprintOf(public_key)))];
  const entries = claims.filter(({ anchor }) => anchor === null).length;
  const compared = `${anchors.size} anclas y ${entries} entradas comparadas; ${others} líneas de otra cosa.`;
  const problems = wrong.length + forged.length;
  const outcome =
    claims.length === 0
      ? `${path} no tiene anclas ni entradas del registro.`
      : problems === 0
        ? 'El registro es el que se anotó.'
        : `El registro no es el que se anotó. Diferencias: ${problems}.`;
  process.stdout.write(`${compared}\n${keys.map((key) => `Clave: ${key}\n`).join('')}${outcome}\n`);
  return claims.length === 0 ? 1 : problems;
}

async function verify(database: Database): Promise<number> {
  const { rows, chains, fingerprint, problems } = await verifyAudit(database);
  for (const problem of problems) process.stderr.write(`${lineOf(problem)}\n`);
  const outcome =
    problems.length === 0
      ? 'El registro de auditoría está intacto.'
      : `El registro de auditoría no está intacto. Problemas: ${problems.length}.`;
  process.stdout.write(`${rows} filas selladas en ${chains} cadenas. Huella: ${fingerprint}\n${outcome}\n`);
  return problems.length;
}

try {
  const { values } = parseArgs({ options: { anchors: { type: 'string' } } });
  const database = await openDatabase(loadConfig(process.env), pino({ level: 'silent' }), {
    asCommand: true,
  });
  try {
    const problems = await verify(database);
    const differences = values.anchors === undefined ? 0 : await compare(database, values.anchors);
    process.exitCode = problems + differences === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}
