import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../run/process.ts';
import { LAST_OF_FIRST_RELEASE, isFirstReleaseOpen, migrationsLeaveTheLiveAlone } from './migration-rules.ts';

const check = (sql: string, number = '9001') =>
  migrationsLeaveTheLiveAlone([{ path: `server/migrations/${number}_x.sql`, text: `-- compatible\n${sql}` }]);

// D5
test.each([
  ['drops a column', 'alter table tickets drop column title;', /drop it in the next/],
  ['drops a table', 'drop table tickets;', /drop it in the next/],
  ['renames a column', 'alter table tickets rename column title to name;', /know the old name/],
  ['renames a table', 'alter table tickets rename to cases;', /know the old name/],
  ['changes a type', 'alter table tickets alter column title type varchar;', /rewrites the table/],
  [
    'adds a stored column',
    'alter table tickets add column search text generated always as (lower(title)) stored;',
    /stored column/,
  ],
  ['adds a default of each row', 'alter table tickets add column key uuid default uuid_v7();', /per row/],
  ['demands a value', 'alter table tickets add column a text not null;', /Give a default/],
  [
    'demands one of a column that is there',
    'alter table tickets alter column a set not null;',
    /Give a default/,
  ],
  ['checks all rows', 'alter table tickets add constraint a check (title <> $$$$);', /not valid/],
  ['builds an index while writers wait', 'create index a on tickets (title);', /concurrently/],
  ['changes all rows', "update tickets set title = '';", /in batches/],
  ['rewrites', 'cluster tickets;', /rewrites/],
])('a migration of a live table that %s is refused', (_what, sql, reason) => {
  const problems = check(sql);
  expect(problems).toEqual([expect.stringMatching(reason)]);
  const [, name] = /-- allow (\w[\w-]*)/.exec(problems[0] ?? '') ?? [];
  expect(check(`-- allow ${name}: the table has forty rows\n${sql}`)).toEqual([]);
});

// D5
test.each([
  'alter table tickets add column a text;',
  "alter table tickets add column a text not null default '';",
  '-- transaction: none\ncreate unique index concurrently a on tickets (title);',
  'create table a (id uuid primary key default uuid_v7(), b text not null);\ncreate index a_by_b on a (b);\nalter table a add constraint c check (b <> $$$$);',
  'alter table tickets add constraint a check (title <> $$$$) not valid;',
  'create function a() returns void language plpgsql as $$ begin\n  update tickets set title = title;\nend $$;',
])('a migration that holds nobody up passes: %s', (sql) => {
  expect(check(sql)).toEqual([]);
});

test('a migration says whether older servers go on working; those of the first release need not', () => {
  const files = [{ path: 'server/migrations/9001_x.sql', text: 'create table a (id int);' }];
  expect(migrationsLeaveTheLiveAlone(files)).toEqual([expect.stringMatching(/-- compatible/)]);
  expect(check('drop table tickets;', '0001')).toEqual([]);
});

// D5
test('once the first release is out, every migration after it is looked at', () => {
  expect(isFirstReleaseOpen('0.9.0', LAST_OF_FIRST_RELEASE - 1)).toBe(false);
  expect(isFirstReleaseOpen('1.0.0', LAST_OF_FIRST_RELEASE - 1)).toBe(true);
  expect(isFirstReleaseOpen('1.0.0', LAST_OF_FIRST_RELEASE)).toBe(false);
  expect(isFirstReleaseOpen('2.1.0', LAST_OF_FIRST_RELEASE + 9)).toBe(false);
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const numbers = readdirSync(join(ROOT, 'server/migrations')).map((name) => Number.parseInt(name, 10));
  expect(isFirstReleaseOpen(version, Math.max(...numbers.filter(Number.isFinite)))).toBe(false);
});
