import { agencyErrorsEn } from './agency-errors.en.ts';
import { agencyErrorsEs } from './agency-errors.es.ts';

/** An error of the agency in both languages: few will ever read one, and no browser has to hold them. */
export function agencyError(
  code: string | null,
  words: string | null,
): { code: string | null; es: string; en: string } | null {
  if (code === null && words === null) return null;
  const es = words ?? agencyErrorsEs[code ?? ''] ?? '';
  return { code, es, en: agencyErrorsEn[code ?? ''] ?? es };
}
