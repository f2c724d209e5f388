import { loadConfig } from '../core/config.ts';
import { makeBackup } from './backup.ts';

/** `npm run backup -- FILE`: one archive of the database and the files, while servers go on working. */
const [, , place] = process.argv;
try {
  if (!place) throw new Error('Indique el archivo de la copia: npm run backup -- copia.tar.gz');
  const config = loadConfig(process.env);
  const { tables, rows, files, bytes } = await makeBackup(config, place);
  const size = (bytes / 1024 ** 2).toLocaleString('es', { maximumFractionDigits: 1 });
  process.stdout.write(`${place}: ${tables} tablas, ${rows} filas, ${files} archivos, ${size} MB.\n`);
  if (config.s3) process.stdout.write(`Los archivos del bucket ${config.s3.bucket} no están en la copia.\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
