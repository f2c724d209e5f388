import { readFile } from 'node:fs/promises';
import { validateXML } from 'xmllint-wasm';
import { SERVER_FOLDER } from '../../../platform/core/server-folder.ts';
import type { VERSIONS } from './statement-reader.ts';

const SCHEMAS = new URL('src/features/billing/bank-statements/schemas/', SERVER_FOLDER);

/**
 * What the schema of ISO 20022 of its version finds wrong with a statement. The schemas are unchanged, as
 * genkgo/camt has them at c99e4fe3. In a thread of its own.
 */
export async function schemaErrors(version: (typeof VERSIONS)[number], contents: string): Promise<string[]> {
  const fileName = `${version}.xsd`;
  const schema = await readFile(new URL(fileName, SCHEMAS), 'utf8');
  const { errors } = await validateXML({
    xml: [{ fileName: 'statement.xml', contents }],
    schema: [{ fileName, contents: schema }],
  });
  return errors.map(({ message }) => message);
}
