import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { validateXML } from 'xmllint-wasm';

/**
 * pain.008.001.08 twice: the message of ISO 20022, and what Die Deutsche Kreditwirtschaft has narrowed it down to by the
 * guidelines of the EPC, with its patterns of texts and codes (GBIC_4). They are not among the files of this program: where
 * they are put beside this file, what is written is held against them.
 */
const SCHEMAS = ['pain.008.001.08.xsd', 'pain.008.001.08_GBIC_4.xsd']
  .map((fileName) => ({ fileName, place: new URL(fileName, import.meta.url) }))
  .filter(({ place }) => existsSync(place));
export const hasSchemas = SCHEMAS.length > 0;

/** What those that are there find wrong with a file. */
export async function schemaErrors(contents: string): Promise<string[]> {
  const found = await Promise.all(
    SCHEMAS.map(async ({ fileName, place }) => {
      const { errors } = await validateXML({
        xml: [{ fileName: 'run.xml', contents }],
        schema: [{ fileName, contents: await readFile(place, 'utf8') }],
      });
      return errors.map(({ message }) => `${fileName}: ${message}`);
    }),
  );
  return found.flat();
}
