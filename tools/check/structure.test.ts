import { describe, expect, test } from 'vitest';
import { checkStructure } from './structure.ts';

const NOUN = 'export const xRoutes = defineRoutes({});';

/** Each row: a rule, files that break it (with one short file that does not), and what the message says. */
const BROKEN: [rule: string, files: Record<string, string>, says: RegExp][] = [
  ['a name that says nothing', { 'web/src/shared/utils.ts': '' }, /"utils" says nothing/],
  ['a folder that says nothing', { 'ui/src/common/button.tsx': '' }, /"common" says nothing/],
  ['camelCase', { 'web/src/shared/useUrl.ts': '' }, /kebab-case/],
  [
    'an unknown suffix',
    { 'server/src/features/users/users.manager.ts': '' },
    /"\.manager" is no known suffix/,
  ],
  [
    'a noun without a folder on the server',
    { 'contract/src/x.ts': NOUN, 'web/src/features/x/x-page.tsx': '' },
    /server\/src\/features\/x is missing/,
  ],
  [
    'a noun without a folder on the web',
    { 'contract/src/x.ts': NOUN, 'server/src/features/y/x/x.service.ts': '' },
    /web\/src\/features\/y\/x is missing/,
  ],
  [
    'a noun in another place on the web than on the server',
    {
      'contract/src/x.ts': NOUN,
      'server/src/features/y/x/x.service.ts': '',
      'web/src/features/x/x-page.tsx': '',
    },
    /web\/src\/features\/y\/x is missing/,
  ],
  [
    'an excuse for a folder that is there',
    {
      'contract/src/session.ts': NOUN,
      'server/src/features/session/session.service.ts': '',
    },
    /server\/src\/features\/session is there/,
  ],
  ['a gap in the migrations', { 'server/migrations/0002_b.sql': '' }, /number 0001 is expected/],
  [
    'a migration number used twice',
    { 'server/migrations/0001_a.sql': '', 'server/migrations/0001_b.sql': '' },
    /0001_b\.sql: number 0002 is expected/,
  ],
  [
    'a trigger in a migration',
    {
      'server/migrations/0001_a.sql':
        '-- A.\ncreate table a ();\ncreate or replace constraint trigger a after insert on a;',
    },
    /a trigger is made in server\/sql/,
  ],
  ['a file of functions that would not be read', { 'server/sql/My_Noun.sql': '' }, /called after a noun/],
  ['routes without a test', { 'server/src/features/x/x.routes.ts': '' }, /write x\.routes\.test\.ts/],
  ['Spanish texts without English ones', { 'web/src/features/x/x.es.ts': '' }, /x\.en\.ts is missing/],
  ['401 lines', { 'web/src/features/x/x-page.tsx': '\n'.repeat(401) }, /401 lines, 400 at most/],
  [
    'a tagged query in a service',
    { 'server/src/features/x/x.service.ts': 'await sql`select 1`' },
    /x\.service\.ts:1: SQL/,
  ],
  [
    'a built query in a service',
    { 'server/src/features/x/x.service.ts': "\ndb.selectFrom('y')" },
    /x\.service\.ts:2: SQL/,
  ],
  [
    'a type that nothing compares with the rows of a statement',
    { 'server/src/features/x/x.queries.ts': 'await sql<{ id: string }>`select id from y`.execute(db)' },
    /a cast that nothing checks/,
  ],
  ['a query as text', { 'server/src/platform/x.ts': "run('delete from profiles')" }, /SQL stands/],
  ['a barrel', { 'ui/src/kit.ts': "export * from './button.tsx';" }, /passes on/],
  ['a barrel of names', { 'ui/src/kit.ts': "// Kit\nexport { Button } from './button.tsx';\n" }, /passes on/],
  [
    'features in a circle',
    {
      'web/src/features/x/x-page.tsx': "import { Y } from '../y/y.face.tsx';",
      'web/src/features/y/part/y.tsx': "import { X } from '../../x/x.face.ts';",
    },
    /features\/x, web\/src\/features\/y use each other in a circle/,
  ],
  [
    'rooms in a circle of three, by a type',
    {
      'server/src/platform/x/x.ts': "import { y } from '../y/y.ts';",
      'server/src/platform/y/y.ts': "import type { Z } from '../z/z.ts';",
      'server/src/platform/z/z.ts': "const x = import('../x/x.ts');",
    },
    /platform\/x, server\/src\/platform\/y, server\/src\/platform\/z use each other/,
  ],
  [
    'a download of a file that is gone',
    {
      'web/vite.config.ts': String.raw`{ name: 'x', test: /[\\/]shared[\\/](gone|there(-\w+)?)\.|\.en\.ts$|[\\/]icons[\\/]x/ }`,
      'web/src/shared/there.ts': '',
      'web/src/shared/there.es.ts': '',
      'web/src/shared/there.en.ts': '',
    },
    /no file is called like \[\\\\\/\]shared\[\\\\\/\]gone/,
  ],
  ['unfinished work', { 'web/src/app/x.ts': '// TODO later' }, /Finish it/],
  [
    'a comment that names nobody',
    { 'web/src/app/x.ts': 'f();\n  /** For whoever asks. */' },
    /x\.ts:2: Name the/,
  ],
  ['a silenced type error', { 'web/src/app/x.ts': '// @ts-ignore' }, /Mend the cause/],
  [
    'a lint rule silenced without a reason',
    { 'web/src/app/x.ts': '// oxlint-disable-next-line x' },
    /Mend the cause/,
  ],
  ['a skipped test', { 'web/src/app/x.test.ts': "test.skip('x', () => {});" }, /Every test runs/],
  ['a test that sleeps', { 'e2e/x.spec.ts': 'await page.waitForTimeout(100);' }, /Wait for a condition/],
];

function problemsOf(files: Record<string, string>): string[] {
  return checkStructure(Object.entries(files).map(([path, text]) => ({ path, text })));
}

describe('the structure check', () => {
  test.each(BROKEN)('refuses %s', (_rule, files, says) => {
    const problems = problemsOf({ 'web/src/app/screens.tsx': 'one line', ...files });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(says);
  });

  test('refuses an excuse for what is no noun of the contract', () => {
    expect(problemsOf({ 'contract/src/api.ts': '' })).toContainEqual(
      expect.stringMatching(/"live" declares no routes/),
    );
  });

  test('lets pass what follows the rules', () => {
    expect(
      problemsOf({
        'server/migrations/0001_a.sql': 'create function a() returns int language sql as $$ select 1 $$;',
        'server/migrations/0002_b.sql': '',
        'server/sql/two-words.sql': 'create or replace view a as select 1;',
        'contract/src/x.ts': NOUN,
        'contract/src/x-room.ts': NOUN,
        'contract/src/x-limits.ts': 'export const X_MAX = 1;',
        'server/src/features/x/x-room/x-room.service.ts': '',
        'web/src/features/x/x-room/x-room.api.ts': '',
        'server/src/features/x/x.routes.ts': 'export const a = 1;',
        'server/src/features/x/x.routes.test.ts': '',
        'server/src/features/x/x-more.routes.ts': '',
        'server/src/features/x/x.queries.ts': 'sql`select 1`',
        'server/src/features/x/x.service.ts': 'select(from, update, set)',
        'web/src/features/x/x.es.ts': '\n'.repeat(400),
        'web/src/features/x/x.en.ts': "all: 'Todo',",
        'web/src/features/x/x.face.ts': "export { X } from './x.tsx';\n",
        'web/src/features/y/y-page.tsx': "import { X } from '../x/x.face.ts';",
        'ui/src/table.tsx': "export type { Row } from './row.ts';\nexport const a = 1;\n",
        'web/src/app/x.ts': '// oxlint-disable-next-line x -- the reason',
      }),
    ).toEqual([]);
  });
});
