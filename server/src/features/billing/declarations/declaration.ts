import { createHash } from 'node:crypto';
import { POSTAL_FIELDS } from '@atalaya/contract/delivery-data';
import type { PostalField } from '@atalaya/contract/delivery-data';

/**
 * The responsible declaration: its title and its points in the order and with the texts of Orden HAC/1177/2024, article
 * 15. It is in Spanish for every reader, since it is a Spanish document. Who runs this program may have changed it, and
 * declares for it: the issuer of the invoices is named as its producer.
 */

export const TITLE = 'DECLARACIÓN RESPONSABLE DEL SISTEMA INFORMÁTICO DE FACTURACIÓN';

export type Point = { letter: string; label: string; text: string };
/** What is declared of: the program as it runs, and who answers for it. */
export type Declared = {
  system: { name: string; id: string; version: string; onlyVerifactu: boolean; manyIssuers: boolean };
  runtime: { node: string; postgres: string };
  producer: { name: string; tax_id: string | null; address: Record<PostalField, string | null> };
};

const COMPLIES =
  'cumple con lo dispuesto en el artículo 29.2.j) de la Ley 58/2003, de 17 de diciembre, General Tributaria, en el Reglamento que establece los requisitos que deben adoptar los sistemas y programas informáticos o electrónicos que soporten los procesos de facturación de empresarios y profesionales, y la estandarización de formatos de los registros de facturación, aprobado por el Real Decreto 1007/2023, de 5 de diciembre, en la Orden HAC/1177/2024, de 17 de octubre, y en la sede electrónica de la Agencia Estatal de Administración Tributaria para todo aquello que complete las especificaciones de dicha orden.';
const NONE = 'Sin indicar';

/** Whether all of its points can be said. */
export const isComplete = ({ producer: { tax_id, address } }: Declared): boolean =>
  tax_id !== null && POSTAL_FIELDS.every((field) => address[field] !== null);

/** Points a to k: what is signed. The last one is who signs, and so of each signature. */
export function pointsOf({ system, runtime, producer }: Declared): Point[] {
  const { address, post_code, town, province } = producer.address;
  const place = [address, [post_code, town].filter(Boolean).join(' '), province].filter(Boolean);
  const components = `Programa de servidor ${system.name} sobre Node.js ${runtime.node}, base de datos PostgreSQL ${runtime.postgres} y páginas web para el navegador; sin hardware propio. Administra las empresas cliente, sus suscripciones, facturas y pagos. Expide facturas completas, simplificadas y rectificativas y las anula; genera en la misma operación el registro de facturación de cada una, encadenado y con su huella, y lo conserva; pone en la factura el código QR; y verifica y exporta los registros.`;
  return [
    point('a', 'Nombre del sistema informático', system.name),
    point('b', 'Código identificador del sistema informático', system.id),
    point('c', 'Identificador completo de la versión concreta del sistema informático', system.version),
    point(
      'd',
      'Componentes, hardware y software, de que consta el sistema informático, con una breve descripción de lo que hace y de sus principales funcionalidades',
      components,
    ),
    point(
      'e',
      'Indicación de si el sistema informático se ha producido de tal manera que, a los efectos de cumplir con el Reglamento, solo pueda funcionar exclusivamente como «VERI*FACTU»',
      yesOrNo(system.onlyVerifactu),
    ),
    point(
      'f',
      'Indicación de si el sistema informático permite ser usado por varios obligados tributarios o por un mismo usuario para dar soporte a la facturación de varios obligados tributarios',
      yesOrNo(system.manyIssuers),
    ),
    point(
      'g',
      'Tipos de firma utilizados para firmar los registros de facturación y de evento en el caso de que el sistema informático no sea utilizado como «VERI*FACTU»',
      'Ninguno: solo se utiliza como «VERI*FACTU».',
    ),
    point('h', 'Nombre y apellidos o razón social de la entidad productora', producer.name),
    point(
      'i',
      'Número de identificación fiscal (NIF) español de la entidad productora',
      producer.tax_id ?? NONE,
    ),
    point(
      'j',
      'Dirección postal completa de contacto de la entidad productora',
      place.length > 0 ? `${place.join(', ')}, España` : NONE,
    ),
    point(
      'k',
      'Declaración de cumplimiento',
      `${producer.name} hace constar que el sistema informático ${system.name}, en su versión ${system.version}, ${COMPLIES}`,
    ),
  ];
}

/** The last point: by whom, when and where, with the day before the place. */
export function signaturePoint(town: string, signed: { name: string; day: string } | null): Point {
  const label = 'Fecha y lugar en los que la entidad productora suscribe la declaración responsable';
  if (signed === null) return point('l', label, 'Sin suscribir.');
  const [year, month, day] = signed.day.split('-');
  return point(
    'l',
    label,
    `${String(day)}/${String(month)}/${String(year)}, ${town}, España. Suscribe: ${signed.name}.`,
  );
}

const point = (letter: string, label: string, text: string): Point => ({ letter, label, text });
const yesOrNo = (value: boolean) => (value ? 'Sí' : 'No');

/** SHA-256, hexadecimal, of what is signed. */
export const hashPoints = (points: Point[]): string =>
  createHash('sha256')
    .update(JSON.stringify([TITLE, points]))
    .digest('hex');
