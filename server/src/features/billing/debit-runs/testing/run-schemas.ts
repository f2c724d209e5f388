import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { validateXML } from 'xmllint-wasm';

/** The message of ISO 20022, as its Standards Editor wrote it and Debian's package libhbci4j-core-java hands it on. */
const MESSAGE = 'pain.008.001.08.xsd';
/**
 * What Die Deutsche Kreditwirtschaft has narrowed it down to by the guidelines of the EPC, with its patterns of texts and
 * codes. It is not among the files of this program: where it is put beside this one, files are held against it too.
 */
const NARROWED = 'pain.008.001.08_GBIC_4.xsd';

const placeOf = (fileName: string) => new URL(fileName, import.meta.url);
const SCHEMAS = existsSync(placeOf(NARROWED)) ? [MESSAGE, NARROWED] : [MESSAGE];

/** What the schemas find wrong with a file. */
export async function schemaErrors(contents: string): Promise<string[]> {
  const found = await Promise.all(
    SCHEMAS.map(async (fileName) => {
      const { errors } = await validateXML({
        xml: [{ fileName: 'run.xml', contents }],
        schema: [{ fileName, contents: await readFile(placeOf(fileName), 'utf8') }],
      });
      return errors.map(({ message }) => `${fileName}: ${message}`);
    }),
  );
  return found.flat();
}
