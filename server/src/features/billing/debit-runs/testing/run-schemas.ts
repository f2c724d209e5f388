import { readFile } from 'node:fs/promises';
import { validateXML } from 'xmllint-wasm';

/**
 * pain.008.001.08 twice, unchanged: the message of ISO 20022 (as php-sepa-xml at 5bca797e has it), and what Die Deutsche
 * Kreditwirtschaft has narrowed it down to by the guidelines of the EPC, with its patterns of texts and codes (GBIC_4, as
 * Sephpa at 9170b057 has it).
 */
const SCHEMAS = ['pain.008.001.08.xsd', 'pain.008.001.08_GBIC_4.xsd'] as const;

/** What both find wrong with a file. */
export async function schemaErrors(contents: string): Promise<string[]> {
  const found = await Promise.all(
    SCHEMAS.map(async (fileName) => {
      const schema = await readFile(new URL(fileName, import.meta.url), 'utf8');
      const { errors } = await validateXML({
        xml: [{ fileName: 'run.xml', contents }],
        schema: [{ fileName, contents: schema }],
      });
      return errors.map(({ message }) => `${fileName}: ${message}`);
    }),
  );
  return found.flat();
}
