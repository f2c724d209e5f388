import { isCode, isTest, type Rule } from './source-files.ts';

type Finding = { pattern: RegExp; advice: string; where?: (path: string) => boolean };

/** Reports each line that matches, with its number. */
function lines({ pattern, advice, where = isCode }: Finding): Rule {
  return (files) =>
    files
      .filter(({ path }) => where(path))
      .flatMap(({ path, text }) =>
        text
          .split('\n')
          .flatMap((line, position) =>
            pattern.test(line) ? [`${path}:${String(position + 1)}: ${advice}`] : [],
          ),
      );
}

const isRule = (path: string): boolean => path.startsWith('tools/check/');
const isServerCode = (path: string): boolean =>
  path.startsWith('server/src/') && !isTest(path) && !path.startsWith('server/src/platform/database/');

/** SQL is written in *.queries.ts and in migrations, so that it can be found and read in one place. */
export const sqlStandsInQueries: Rule = lines({
  pattern:
    /\b(sql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\()|['"`]\s*(select\s.+\sfrom\s|insert into\s|update\s\S+\sset\s|delete from\s)/i,
  advice: 'SQL stands in a *.queries.ts file only: give this query a name there.',
  where: (path) => isServerCode(path) && !path.endsWith('.queries.ts'),
});

/** The type of an expression of one value is left to its writer; that of rows is not. */
export const rowsHaveShapes: Rule = lines({
  pattern: /\bsql<(?!(?:number|boolean|Date|string\[\])>)/,
  advice: 'A type argument is a cast that nothing checks: say by a shape what is returned, rowsOf(…)`…`.',
  where: (path) =>
    path.startsWith('server/src/') && !isTest(path) && path !== 'server/src/platform/database/rows.ts',
});

const PASSES_ON = /^export (\*|(type )?\{[^}]*\})( as \w+)? from .*;?$/;

/** No barrels: each export is imported from the file that declares it, or from its feature's face, which names it. */
export const nothingIsPassedOn: Rule = (files) =>
  files
    .filter(({ path, text }) => {
      if (!isCode(path)) return false;
      const statements = text.split('\n').filter((line) => !/^\s*($|\/\/|\/?\*)/.test(line));
      const passed = statements.filter((line) => PASSES_ON.test(line));
      return (
        passed.some((line) => line.startsWith('export *')) ||
        (passed.length > 0 && passed.length === statements.length && !/\.face\.tsx?$/.test(path))
      );
    })
    .map(
      ({ path }) =>
        `${path}: a file that only passes on what others export is left out: import from where it stands.`,
    );

const unfinished: Rule = lines({
  pattern: /\b(TODO|FIXME|HACK)\b|[Ll]orem ipsum/,
  advice: 'Finish it, or leave it out.',
  where: (path) => !isRule(path),
});

/** A comment names who and what it is about: a reader who does not know the code has to understand it. */
const riddles: Rule = lines({
  pattern:
    /^\s*(?:\/\/|\/?\*|\{\/\*|--).*\b(?:[Ww]hoever|[Ww]hosever|[Ww]hatever|[Mm]eanwhile|[Nn]obody|stands?)\b/,
  advice:
    'Name the person, the process or the thing instead of "whoever, whatever, meanwhile, nobody, stands".',
  where: (path) => (isCode(path) || /\.(sql|css)$/.test(path)) && !isRule(path),
});

const silenced: Rule = lines({
  pattern: /@ts-(ignore|nocheck|expect-error)|oxlint-disable(?!.* -- )/,
  advice: 'Mend the cause; where a lint rule is wrong, say why after " -- ".',
  where: (path) => isCode(path) && !isRule(path),
});

const skipped: Rule = lines({
  pattern: /\b(test|it|describe)(\.\w+)*\.(only|skip|todo|fixme|fails)\(/,
  advice: 'Every test runs, always.',
  where: (path) => isTest(path) && !isRule(path),
});

const sleeping: Rule = lines({
  pattern: /waitForTimeout\(|networkidle|\bretry\b.*:\s*[1-9]|getByTestId\(|data-testid/,
  advice: 'Wait for a condition instead of a time, and find things by role and label.',
  where: (path) => isTest(path) && !isRule(path),
});

export const contentRules: Record<string, Rule> = { unfinished, riddles, silenced, skipped, sleeping };
