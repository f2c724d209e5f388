import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { killUploads } from '../../../platform/testing/killed-uploads.ts';
import type { KilledUploads } from '../../../platform/testing/killed-uploads.ts';
import { sweepTicketFiles } from '../tickets.jobs.ts';

const AT_ONCE = new Date('2999-01-01');

let left: KilledUploads | undefined;
afterEach(() => left?.close());

// U7
test.each(['disk', 's3'] as const)(
  'a process killed between a file and its row leaves no row without its file (%s), and the sweep the rest',
  async (driver) => {
    left = await killUploads('ticket-file', driver);
    const { platform, files } = left;
    const { rows } = await sql<{ id: string }>`select id from ticket_attachments`.execute(
      platform.database.kysely,
    );
    // One each: of who had it replaced the new one, of the others the old one.
    expect(rows).toHaveLength(4);
    const kept = await files();
    for (const { id } of rows)
      expect(kept).toEqual(
        expect.arrayContaining([`ticket-files/${id}/full.webp`, `ticket-files/${id}/small.webp`]),
      );
    expect(kept).toHaveLength(2 * 4 + 1 + 2 + 2 + 2);
    expect(await sweepTicketFiles(platform, AT_ONCE)).toBe(4 + 4);
    expect(await files()).toEqual([]);
  },
);
