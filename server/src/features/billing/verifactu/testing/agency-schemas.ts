import { readFile } from 'node:fs/promises';
import { validateXML } from 'xmllint-wasm';

/**
 * The schemas of the Agencia Tributaria (SuministroLR.xsd, SuministroInformacion.xsd), as its developers' pages had them
 * on 2026-08-16, and the signature's of the W3C that they import. Unchanged files; what they import is read from beside
 * them, never from a network.
 */
const FILES = ['SuministroInformacion.xsd', 'xmldsig-core-schema.xsd'] as const;
const read = async (name: string) =>
  (await readFile(new URL(name, import.meta.url), 'utf8'))
    .replaceAll('http://www.w3.org/TR/xmldsig-core/', '')
    // An external subset would be asked for on the network.
    .replace(/<!DOCTYPE[\s\S]*?\]>/, '');

const SENDING =
  'https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws/SuministroLR.xsd';

/** What the schemas find wrong with records, sent together under a header as the agency takes them. */
export async function schemaErrors(
  issuer: { tax_id: string; name: string },
  records: string[],
): Promise<string[]> {
  const [schema, preload] = await Promise.all([
    read('SuministroLR.xsd'),
    Promise.all(FILES.map(async (fileName) => ({ fileName, contents: await read(fileName) }))),
  ]);
  const contents = `<lr:RegFactuSistemaFacturacion xmlns:lr="${SENDING}" xmlns:sf="${SENDING.replace('SuministroLR', 'SuministroInformacion')}">
    <lr:Cabecera><sf:ObligadoEmision><sf:NombreRazon>${issuer.name}</sf:NombreRazon><sf:NIF>${issuer.tax_id}</sf:NIF></sf:ObligadoEmision></lr:Cabecera>
    ${records.map((record) => `<lr:RegistroFactura>${record}</lr:RegistroFactura>`).join('\n')}
    </lr:RegFactuSistemaFacturacion>`;
  const { errors } = await validateXML({
    xml: [{ fileName: 'records.xml', contents }],
    schema: [{ fileName: 'SuministroLR.xsd', contents: schema }],
    preload,
  });
  return errors.map(({ message }) => message);
}
