import { verifyAudit } from '../../server/src/features/audit/verify.service.ts';
import { verifyInvoices } from '../../server/src/features/billing/invoices/verify-invoices.service.ts';
import { openPostgres } from '../../server/src/platform/database/database.ts';
import type { Database } from '../../server/src/platform/database/database.ts';
import type { Fleet } from './fleet.ts';
import type { Written } from './load.ts';
import { must } from './play.ts';
import { countSeats, storedOf, versionsOf } from './written.queries.ts';

/** The database of a fleet past its servers and its pooler. */
export async function withDatabase<T>(
  { env }: Pick<Fleet, 'env'>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = openPostgres(env['DATABASE_DIRECT_URL'] ?? '', 2);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** What was acknowledged is stored, each change of a profile too; seats, numbers of invoices and chains are whole. */
export function verifyWritten(fleet: Fleet, written: Written): Promise<string> {
  return withDatabase(fleet, async (database) => {
    const { pool } = database;
    for (const table of ['tickets', 'profiles', 'invoices'] as const) {
      const ids = written[table];
      const lost = ids.length - (await storedOf(pool, table, ids)).size;
      must(lost === 0, `${lost} of ${ids.length} acknowledged ${table} are gone`);
    }
    const versions = await versionsOf(pool, [...written.changes.keys()]);
    for (const [id, acknowledged] of written.changes) {
      must(
        new Set(acknowledged).size === acknowledged.length,
        `a change of ${id} was lost: its version was given twice (${acknowledged.join(', ')})`,
      );
      must(Math.max(...acknowledged) <= (versions.get(id) ?? 0), `the last change of ${id} is gone`);
    }
    const { organizations, over, full } = await countSeats(pool);
    must(
      organizations === fleet.people.organizations.length,
      `${organizations} organizations were looked at`,
    );
    must(over === 0, `${over} organizations have more people than seats`);
    const chains = await verifyChains(database);
    const changes = [...written.changes.values()].flat().length;
    const { tickets, profiles, invoices } = written;
    return (
      `acknowledged and kept: ${tickets.length} tickets, ${profiles.length} people, ${invoices.length} invoices, ` +
      `${changes} changes of profiles; ` +
      `no organization has more people than seats, ${full} are full; ${chains}`
    );
  });
}

/** The chains of the audit log and of invoices, recomputed: a missing number breaks that of invoices. */
async function verifyChains(database: Database): Promise<string> {
  const audit = await verifyAudit(database);
  const invoices = await verifyInvoices(database);
  must(audit.problems.length === 0, `the audit log has ${audit.problems.length} problems`);
  const broken = invoices.problems.map(({ kind, code }) => `${kind} ${code}`);
  must(broken.length === 0, `invoices have problems: ${broken.slice(0, 5).join(', ')}`);
  return `${audit.rows} audited changes intact, ${invoices.invoices} invoices numbered without a gap`;
}
