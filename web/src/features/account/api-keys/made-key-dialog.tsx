import { useTexts } from '../../../platform/messages/use-texts.ts';
import { CopyField } from '../../../shared/copy-field.tsx';
import { ShownOnceDialog } from '../../../shared/shown-once-dialog.tsx';
import { apiKeysTexts } from './api-keys.es.ts';
import type { MadeKey } from './api-keys.api.ts';

/** A new key, and how it is used. */
export function MadeKeyDialog({ made, onClose }: { made: MadeKey; onClose: () => void }) {
  const t = useTexts(apiKeysTexts);
  return (
    <ShownOnceDialog
      title={t('made.title')}
      description={made.key.name}
      warning={t('made.warning')}
      closeLabel={t('made.close')}
      done={t('made.done')}
      onClose={onClose}
    >
      <CopyField label={t('made.key')} value={made.token} />
      <div>
        <p className="mb-1 text-sm font-medium">{t('made.example')}</p>
        <pre className="rounded-md border border-line bg-hover p-3 text-xs break-all whitespace-pre-wrap">{`curl -H "Authorization: Bearer $ATALAYA_KEY" \\
  ${window.location.origin}/api/session`}</pre>
      </div>
    </ShownOnceDialog>
  );
}
