import { loadConfig } from '../core/config.ts';
import { restoreBackup } from './restore.ts';

/** `npm run restore -- FILE`: puts an archive of `npm run backup` into an empty database. */
const [, , place] = process.argv;
try {
  if (!place) throw new Error('Indique el archivo de la copia: npm run restore -- copia.tar.gz');
  // A secret is not made here: the archive brings its own.
  const config = loadConfig({ AUTH_SECRET: 'not used by the restore of an archive', ...process.env });
  const { tables, rows, files } = await restoreBackup(config, place);
  process.stdout.write(`Recuperado de ${place}: ${tables} tablas, ${rows} filas, ${files} archivos.\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
