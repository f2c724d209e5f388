import { contentRules, nothingIsPassedOn, rowsHaveShapes, sqlStandsInQueries } from './content-rules.ts';
import { downloadsNameFiles } from './download-rules.ts';
import { foldersMakeNoCircle } from './folder-rules.ts';
import { migrationsLeaveTheLiveAlone, sqlHasItsPlace } from './migration-rules.ts';
import { nounsAreMirrored } from './mirror-rules.ts';
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
  nounsAreMirrored,
  migrationsAreContiguous,
  migrationsLeaveTheLiveAlone,
  sqlHasItsPlace,
  routesHaveTests,
  textsHaveBothLanguages,
  filesAreReadable,
  sqlStandsInQueries,
  rowsHaveShapes,
  nothingIsPassedOn,
  foldersMakeNoCircle,
  downloadsNameFiles,
  ...Object.values(contentRules),
];

/** The rules of the architecture that can be seen in names and lines: one sentence per problem. */
export function checkStructure(files: SourceFile[] = readSources()): string[] {
  return RULES.flatMap((rule) => rule(files));
}
