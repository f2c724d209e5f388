import pino from 'pino';
import { loadConfig } from '../../platform/core/config.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { verifyAudit } from './verify.service.ts';
import type { Problem, ProblemKind } from './verify.service.ts';

/** `npm run verify-audit`: says which rows of the audit log are wrong, and ends with 1 where any is. */

const TEXTS: Record<ProblemKind, string> = {
  changed: 'modificada o cambiada de sitio',
  deleted: 'borrada',
  gap: 'faltan filas desde aquí, con su sello',
  cut: 'el final no coincide: faltan las últimas filas desde aquí',
  unsealed: 'escrita sin sello',
};

function lineOf({ kind, chain, position, audit_id }: Problem): string {
  const place = [
    chain === null ? null : chain === 'system' ? 'sistema' : `organización ${chain}`,
    position === null ? null : `posición ${position}`,
    audit_id === null ? null : `fila ${audit_id}`,
  ];
  return `✗ ${place.filter((part) => part !== null).join(', ')}: ${TEXTS[kind]}`;
}

try {
  const database = await openDatabase(loadConfig(process.env), pino({ level: 'silent' }), {
    asCommand: true,
  });
  try {
    const { rows, chains, fingerprint, problems } = await verifyAudit(database);
    for (const problem of problems) process.stderr.write(`${lineOf(problem)}\n`);
    const outcome =
      problems.length === 0
        ? 'El registro de auditoría está intacto.'
        : `El registro de auditoría no está intacto. Problemas: ${problems.length}.`;
    process.stdout.write(`${rows} filas selladas en ${chains} cadenas. Huella: ${fingerprint}\n${outcome}\n`);
    process.exitCode = problems.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}
