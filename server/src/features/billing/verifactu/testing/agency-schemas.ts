import { readFile } from 'node:fs/promises';
import { validateXML } from 'xmllint-wasm';

/**
 * The schemas of the Agencia Tributaria, as its developers' pages had them on 2026-08-16, and the signature's of the W3C
 * that they import. Unchanged files; what they import is read from beside them, never from a network.
 */
const FILES = ['SuministroInformacion.xsd', 'SuministroLR.xsd', 'xmldsig-core-schema.xsd'] as const;
const read = async (name: string) =>
  (await readFile(new URL(name, import.meta.url), 'utf8'))
    .replaceAll('http://www.w3.org/TR/xmldsig-core/', '')
    // An external subset would be asked for on the network.
    .replace(/<!DOCTYPE[\s\S]*?\]>/, '');

export type Schema = 'SuministroLR' | 'ConsultaLR' | 'RespuestaSuministro' | 'RespuestaConsultaLR';
export const BASE =
  'https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws/';

/** What a schema finds wrong with what is inside an envelope. */
export async function schemaErrorsOf(schema: Schema, contents: string): Promise<string[]> {
  const fileName = `${schema}.xsd`;
  const others = FILES.filter((name) => name !== fileName);
  const [own, preload] = await Promise.all([
    read(fileName),
    Promise.all(others.map(async (name) => ({ fileName: name, contents: await read(name) }))),
  ]);
  const { errors } = await validateXML({
    xml: [{ fileName: 'message.xml', contents }],
    schema: [{ fileName, contents: own }],
    preload,
  });
  return errors.map(({ message }) => message);
}

/** What the schemas find wrong with records, sent together under a header as the agency takes them. */
export function schemaErrors(issuer: { tax_id: string; name: string }, records: string[]): Promise<string[]> {
  return schemaErrorsOf(
    'SuministroLR',
    `<lr:RegFactuSistemaFacturacion xmlns:lr="${BASE}SuministroLR.xsd" xmlns:sf="${BASE}SuministroInformacion.xsd">
    <lr:Cabecera><sf:ObligadoEmision><sf:NombreRazon>${issuer.name}</sf:NombreRazon><sf:NIF>${issuer.tax_id}</sf:NIF></sf:ObligadoEmision></lr:Cabecera>
    ${records.map((record) => `<lr:RegistroFactura>${record}</lr:RegistroFactura>`).join('\n')}
    </lr:RegFactuSistemaFacturacion>`,
  );
}
