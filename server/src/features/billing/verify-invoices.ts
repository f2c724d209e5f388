import pino from 'pino';
import { loadConfig } from '../../platform/config.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { verifyInvoices } from './verify-invoices.service.ts';
import type { InvoiceProblemKind } from './verify-invoices.service.ts';

/** `npm run verify-invoices`: says which invoices are wrong, and ends with 1 where any is. */

const TEXTS: Record<InvoiceProblemKind, string> = {
  changed: 'modificada después de emitirse',
  moved: 'no sigue a la factura anterior de su serie',
  gap: 'faltan números antes de esta',
  sums: 'sus totales no son la suma de sus líneas',
  cut: 'la serie no termina donde debe: faltan las últimas facturas',
};

try {
  const database = await openDatabase(loadConfig(process.env), pino({ level: 'silent' }));
  try {
    const { invoices, series, problems } = await verifyInvoices(database);
    for (const { kind, code } of problems) console.error(`✗ ${code}: ${TEXTS[kind]}`);
    console.log(`${invoices} facturas en ${series} series.`);
    console.log(
      problems.length === 0 ? 'La cadena de facturas está intacta.' : `Problemas: ${problems.length}`,
    );
    process.exitCode = problems.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
