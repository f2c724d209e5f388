import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Receipt } from '@atalaya/contract/offboarding';
import { fingerprintOf } from '../../platform/signing/signed-json.ts';
import { checkReceipt } from './receipt.ts';

/**
 * `npm run verify-receipt -- FILE [--key FILE]`: says whether a receipt of an offboarding is as it was signed, and by which
 * key, without a database or a network. Ends with 1 where it is not, and with 2 where there is nothing to look at.
 */

const USE = 'Uso: npm run verify-receipt -- ARCHIVO [--key ARCHIVO]';

class Unreadable extends Error {}

const read = (path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Unreadable(`No se puede leer ${path}: ${(error as Error).message}`, { cause: error });
  }
};

/** The key that a receipt has to be signed with: a PEM file, or another receipt that is trusted. */
function trustedKey(path: string): string {
  const file = read(path);
  const trusted = checkReceipt(file);
  if (trusted.outcome === 'intact') return trusted.receipt.public_key;
  try {
    return createPublicKey(file).export({ format: 'der', type: 'spki' }).toString('base64');
  } catch (error) {
    throw new Unreadable(`${path} no es una clave pública PEM ni un recibo intacto.`, { cause: error });
  }
}

/** What is wrong with a receipt, or null. */
function problemOf(path: string, key: string | undefined): { receipt: Receipt; problem: string | null } {
  const file = read(path);
  const checked = checkReceipt(file);
  if (checked.outcome === 'not_a_receipt')
    throw new Unreadable(
      file.subarray(0, 5).toString() === '%PDF-'
        ? `${path} es un PDF: comprueba el archivo JSON que lleva adjunto.`
        : `${path} no es un recibo de baja.`,
    );
  const { receipt } = checked;
  if (checked.outcome === 'changed')
    return { receipt, problem: 'modificado: la firma no es la de lo que dice' };
  if (checked.outcome === 'rewritten')
    return { receipt, problem: `el byte ${checked.byte + 1} no es el que se firmó` };
  if (key !== undefined && trustedKey(key) !== receipt.public_key)
    return { receipt, problem: 'firmado con otra clave que la indicada' };
  return { receipt, problem: null };
}

function verify(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' } },
  });
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0) throw new Unreadable(USE);
  const { receipt, problem } = problemOf(path, values.key);
  if (problem !== null) process.stderr.write(`✗ ${path}: ${problem}\n`);
  const outcome = problem === null ? 'El recibo está intacto.' : 'El recibo no está intacto.';
  const { person, at, public_key } = receipt;
  process.stdout.write(
    `Baja de ${person.name} (${person.email}), ${at}. Clave: ${fingerprintOf(public_key)}\n${outcome}\n`,
  );
  return problem === null ? 0 : 1;
}

try {
  process.exitCode = verify();
} catch (error) {
  process.stderr.write(
    `${error instanceof Unreadable ? error.message : `${(error as Error).message}\n${USE}`}\n`,
  );
  process.exitCode = 2;
}
