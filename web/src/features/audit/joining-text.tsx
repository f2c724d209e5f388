import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { auditTexts } from './audit.es.ts';
import type { Joining } from './audit.api.ts';

/** 'Invitada por Ana López el 5 nov 2026, aceptó el 6 nov 2026.' */
export function JoiningText({ joining: { kind, at, by, file, invitation } }: { joining: Joining }) {
  const t = useTexts(auditTexts);
  const format = useFormat();
  const made =
    kind === 'invited'
      ? null
      : t(`joining.${kind}`, { by: by ?? t('support'), at: format.date(at), file: file ?? '' });
  const invited = invitation
    ? t(invitation.by === null ? 'joining.invitedUnnamed' : 'joining.invitedBy', {
        by: invitation.by ?? '',
        at: format.date(invitation.at),
        accepted: format.date(invitation.accepted_at),
      })
    : null;
  return (
    <p className="text-sm text-pretty text-muted">
      {[made, invited].filter((each) => each !== null).join(' ')}
    </p>
  );
}
