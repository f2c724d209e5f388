import { contentRules, nothingIsPassedOn, sqlStandsInQueries } from './content-rules.ts';
import {
  migrationsAreContiguous,
  namesSaySomething,
  routesHaveTests,
  textsHaveBothLanguages,
} from './naming-rules.ts';
import { filesAreReadable } from './size-rules.ts';
import { readSources, type Rule, type SourceFile } from './source-files.ts';

const RULES: Rule[] = [
  namesSaySomething,
  migrationsAreContiguous,
  routesHaveTests,
  textsHaveBothLanguages,
  filesAreReadable,
  sqlStandsInQueries,
  nothingIsPassedOn,
  ...Object.values(contentRules),
];

/** The rules of the architecture that can be seen in names and lines: one sentence per problem. */
export function checkStructure(files: SourceFile[] = readSources()): string[] {
  return RULES.flatMap((rule) => rule(files));
}
