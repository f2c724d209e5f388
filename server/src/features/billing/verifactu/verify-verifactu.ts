import { readFile } from 'node:fs/promises';
import { verifactuProblemsEs } from '@atalaya/contract/verifactu-problems.es';
import { verifyFile } from './verifactu-chain.ts';

/** `npm run verify-verifactu -- FILE`: says which records of an exported file are wrong, and ends with 1 where any is. */

const say = (line: string) => process.stdout.write(`${line}\n`);

const [file] = process.argv.slice(2);
if (file === undefined) {
  say('Uso: npm run verify-verifactu -- FICHERO');
  process.exitCode = 2;
} else {
  try {
    const { records, problems } = verifyFile(await readFile(file, 'utf8'));
    for (const { number, code, kind } of problems)
      say(`✗ registro ${String(number)}${code === null ? '' : ` (${code})`}: ${verifactuProblemsEs[kind]}`);
    say(`${String(records)} registros.`);
    say(problems.length === 0 ? 'La cadena está intacta.' : `Problemas: ${String(problems.length)}`);
    process.exitCode = problems.length === 0 ? 0 : 1;
  } catch (error) {
    say((error as Error).message);
    process.exitCode = 2;
  }
}
