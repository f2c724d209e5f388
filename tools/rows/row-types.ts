import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbedded } from '../../server/src/platform/database/embedded.ts';
import { migrate } from '../../server/src/platform/database/migrate.ts';
import { openPool } from '../../server/src/platform/database/pool.ts';
import { makeRunFolder, RUN_SETTINGS } from '../../server/src/platform/testing/global-setup.ts';
import { binary, ROOT } from '../process/process.ts';
import { readRelations, type CatalogueColumn, type Relation } from './catalogue.queries.ts';

const FILE = 'server/src/platform/database/row-types.ts';

/** What the driver, with the parsers of `pool.ts`, makes of PostgreSQL's types. */
const TYPES: Record<string, string> = {
  bool: 'boolean',
  bytea: 'bytes',
  date: 'day',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  jsonb: 'json()',
  text: 'text',
  timestamptz: 'instant',
  uuid: 'uuid',
  _text: 'texts',
};

/** Columns that a trigger fills in where an insert leaves them out: the catalogue does not say so. */
const FILLED: Record<string, string[]> = { organizations: ['plan_version_id'] };

const HEAD = `// Written by \`npm run generate-rows\` from the migrated schema; \`npm run check\` compares the two.
import { IMPORTS } from './columns.ts';
import type { RowOf, TableOf } from './columns.ts';

/** Every table and view, with its columns as pg returns them. */
export const ROWS = {
`;

const FOOT = `};

/** The row of each table and view. */
export type Rows = { [T in keyof typeof ROWS]: RowOf<(typeof ROWS)[T]> };

/** The same for Kysely's builder. */
export type Tables = { [T in keyof typeof ROWS]: TableOf<(typeof ROWS)[T]> };
`;

/** The text of the file: a shape for each table and view. */
export function writeRowTypes(relations: Relation[]): string {
  const shapes = relations.map(writeShape).join('');
  const names = [...new Set(shapes.match(/(?<=[ (])[a-z]\w*(?=[(),])/gi))].sort();
  return HEAD.replace('IMPORTS', names.join(', ')) + shapes + FOOT;
}

const quoted = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`);

function writeShape({ name, columns }: Relation): string {
  const lines = columns.map((column) => `    ${quoted(column.name)}: ${writeColumn(name, column)},\n`);
  return `  ${quoted(name)}: {\n${lines.join('')}  },\n`;
}

function writeColumn(relation: string, { name, type, isNullable, source, values }: CatalogueColumn): string {
  const plain = values ? `oneOf(${values.map((value) => `'${value}'`).join(', ')})` : TYPES[type];
  if (!plain) {
    throw new Error(`${relation}.${name} is of the type ${type}: say in tools/rows/row-types.ts what it is.`);
  }
  const typed = isNullable ? `nullable(${plain})` : plain;
  if (source === 'computed') return `computed(${typed})`;
  return source === 'default' || FILLED[relation]?.includes(name) ? `withDefault(${typed})` : typed;
}

/** What the file has to be: read from an embedded database that is made for it and migrated. */
async function generate(): Promise<string> {
  const folder = makeRunFolder();
  try {
    const embedded = await openEmbedded(folder, null, { settings: RUN_SETTINGS });
    const pool = openPool({ connectionString: embedded.url, max: 1 });
    try {
      await migrate(pool);
      return format(writeRowTypes(await readRelations(pool)));
    } finally {
      await pool.end();
      await embedded.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function format(text: string): string {
  const { status, stdout, stderr } = spawnSync(binary('oxfmt'), ['--stdin-filepath', FILE], {
    input: text,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** Whether the file is what the migrations make; one sentence where it is not. */
export async function checkRowTypes(): Promise<string[]> {
  if ((await generate()) === readFileSync(join(ROOT, FILE), 'utf8')) return [];
  return [`${FILE}: is not what the migrations make: run \`npm run generate-rows\`.`];
}

if (import.meta.main) writeFileSync(join(ROOT, FILE), await generate());
