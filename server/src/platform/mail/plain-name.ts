import { oneLine } from './layout.ts';

const LONGEST = 60;

/**
 * A name as it may stand in a mail to somebody who knows neither us nor who chose it: bounded, on one line, without
 * anything that mail programs turn into a link or that reads as a telephone number. null where nothing is left.
 */
export function plainName(name: string | null): string | null {
  const plain = oneLine((name ?? '').normalize('NFKC'))
    // Addresses of any kind: a dot between two letters, a scheme, an @.
    .replaceAll(/(?:https?|ftp|mailto|tel):\/*/gi, ' ')
    .replaceAll(/[@\\/]|(?<=[\p{L}\d-])[.。](?=[\p{L}\d-]{2})|\bwww\b/giu, ' ')
    .replaceAll(/\+?\d(?:[\s()·.\-–]*\d){4,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (plain.length <= LONGEST) return plain || null;
  // A cut in the middle of a character would be no text.
  return `${plain.slice(0, LONGEST).toWellFormed().trim()}…`;
}
