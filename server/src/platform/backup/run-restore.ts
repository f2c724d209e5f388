import { loadConfig } from '../config.ts';
import { restoreBackup } from './restore.ts';

/** `npm run restore -- FILE`: puts an archive of `npm run backup` into an empty database. */
const [, , place] = process.argv;
try {
  if (!place) throw new Error('Indique el archivo de la copia: npm run restore -- copia.tar.gz');
  const { tables, rows, files } = await restoreBackup(loadConfig(process.env), place);
  process.stdout.write(`Recuperado de ${place}: ${tables} tablas, ${rows} filas, ${files} archivos.\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
