import { Badge, type BadgeTone } from '@atalaya/ui/badge';
import type { Language } from '../../../platform/messages/chosen-language.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import type { VerifactuRecord } from './verifactu.api.ts';
import { sendingTexts } from './sending.es.ts';

const TONES: Record<VerifactuRecord['state'], BadgeTone> = {
  pending: 'neutral',
  sent: 'info',
  accepted: 'success',
  accepted_with_errors: 'warning',
  rejected: 'danger',
};

export function RecordBadge({ state }: Pick<VerifactuRecord, 'state'>) {
  const t = useTexts(sendingTexts);
  return (
    <Badge tone={TONES[state]} dot>
      {t(`states.${state}`)}
    </Badge>
  );
}

/** What the agency finds wrong: '1110: El NIF no está …'. */
export const errorText = ({ code, es, en }: NonNullable<VerifactuRecord['error']>, language: Language) =>
  [code, language === 'es' ? es : en].filter(Boolean).join(': ');
