import { oneLine } from './message.ts';

const LONGEST = 60;

/**
 * A name as it may appear in a mail to a person who knows neither us nor who chose it: bounded, on one line, without
 * anything that mail programs turn into a link or that reads as a telephone number. null where nothing is left.
 */
export function plainName(name: string | null): string | null {
  // First of all: invisible characters, some of which count as letters, would split a number.
  const seen = (name ?? '').normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  const plain = oneLine(seen)
    // Addresses of any kind: a dot between two letters, a scheme, an @.
    .replaceAll(/(?:https?|ftp|mailto|tel):\/*/gi, ' ')
    .replaceAll(/[@\\/]|(?<=[\p{L}\d-])[.。](?=[\p{L}\d-]{2})|\bwww\b/giu, ' ')
    // Five digits or more with no letter between them.
    .replaceAll(/[+(]*\p{Nd}(?:[^\p{L}\p{Nd}]*\p{Nd}){4,}/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (plain.length <= LONGEST) return plain || null;
  // A cut in the middle of a character would be no text.
  return `${plain.slice(0, LONGEST).toWellFormed().trim()}…`;
}
