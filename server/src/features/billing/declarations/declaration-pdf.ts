import { buffer } from 'node:stream/consumers';
import { LEFT, PdfPage, WIDTH } from '../../../platform/pdf/pdf-page.ts';
import { TITLE } from './declaration.ts';
import type { Point } from './declaration.ts';

/** Of a label with the first lines of what it describes. */
const HEADED = 70;

/** The declaration to print or to give to customers: the same one is the same file, byte by byte. */
export async function declarationPdf(
  points: Point[],
  { author, on, hash }: { author: string; on: Date; hash: string },
): Promise<Buffer> {
  const page = new PdfPage({
    title: TITLE,
    author,
    on,
    language: 'es-ES',
    numbered: (number, of) => `Página ${String(number)} de ${String(of)}`,
  });
  const box = () => ({ x: LEFT, y: page.y, width: WIDTH });
  page.y += page.text('H1', TITLE, box(), { size: 14, strong: true }) + 10;
  page.rule();
  page.y += 12;
  for (const { letter, label, text } of points) {
    page.room(HEADED);
    page.y += page.text('H2', `${letter}) ${label}`, box(), { size: 9, strong: true }) + 2;
    page.y += page.text('P', text, box(), { size: 9 }) + 9;
  }
  return buffer(page.end(`SHA-256: ${hash}`));
}
