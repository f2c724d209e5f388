import pino from 'pino';
import { loadConfig } from '../../../platform/core/config.ts';
import { openDatabase } from '../../../platform/database/database.ts';
import { verifyInvoices } from './verify-invoices.service.ts';
import type { InvoiceProblemKind } from './verify-invoices.service.ts';

/** `npm run verify-invoices`: says which invoices are wrong, and ends with 1 where any is. */

const TEXTS: Record<InvoiceProblemKind, string> = {
  changed: 'modificada después de emitirse',
  moved: 'no sigue a la factura anterior de su serie',
  gap: 'faltan números antes de esta',
  sums: 'sus totales no son la suma de sus líneas',
  paid: 'lo pagado no es la suma de sus pagos',
  cut: 'la serie no termina donde debe: faltan las últimas facturas',
};

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const database = await openDatabase(loadConfig(process.env), pino({ level: 'silent' }), {
    asCommand: true,
  });
  try {
    const { invoices, series, problems } = await verifyInvoices(database);
    for (const { kind, code } of problems) say(`✗ ${code}: ${TEXTS[kind]}`);
    say(`${invoices} facturas en ${series} series.`);
    say(problems.length === 0 ? 'La cadena de facturas está intacta.' : `Problemas: ${problems.length}`);
    process.exitCode = problems.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
} catch (error) {
  say((error as Error).message);
  process.exitCode = 2;
}
