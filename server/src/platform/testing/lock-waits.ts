import { expect, vi } from 'vitest';
import type { TestDatabase } from './database.ts';

/** Once so many statements of a PostgreSQL wait for a lock: what comes next meets them. */
export async function waitForLockWaits({ pool }: TestDatabase, count: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(count);
    },
    { timeout: 20_000 },
  );
}
