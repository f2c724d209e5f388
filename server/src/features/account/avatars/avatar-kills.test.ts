import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { killUploads } from '../../../platform/testing/killed-uploads.ts';
import type { KilledUploads } from '../../../platform/testing/killed-uploads.ts';
import { AVATAR_SIZES } from './avatar-image.ts';
import { sweepAvatars } from './avatars.jobs.ts';

const AT_ONCE = new Date('2999-01-01');

let left: KilledUploads | undefined;
afterEach(() => left?.close());

// U7
test.each(['disk', 's3'] as const)(
  'a process killed between a picture and its row leaves no row without its picture (%s), and the sweep the rest',
  async (driver) => {
    left = await killUploads('avatar', driver);
    const { platform, files } = left;
    const { rows } = await sql<{ avatar_url: string }>`
      select avatar_url from profiles where avatar_url is not null`.execute(platform.database.kysely);
    expect(rows).toHaveLength(4);
    const pointedTo = rows.flatMap(({ avatar_url }) =>
      AVATAR_SIZES.map((size) => avatar_url.slice(1).replace('160.webp', `${size}.webp`)),
    );
    const kept = await files();
    expect(kept).toEqual(expect.arrayContaining(pointedTo));
    expect(kept).toHaveLength(4 * 4 + 1 + 4 + 4 + 4);
    expect(await sweepAvatars(platform, AT_ONCE)).toBe(4);
    expect((await files()).toSorted()).toEqual(pointedTo.toSorted());
  },
);
