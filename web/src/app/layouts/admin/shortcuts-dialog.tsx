import { Modal } from '@atalaya/ui/modal';
import { ShortcutHint } from '@atalaya/ui/shortcut-hint';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { adminTexts } from './admin-texts.ts';

const SHORTCUTS = [
  { key: 'palette', keys: ['Ctrl', 'K'] },
  { key: 'search', keys: ['/'] },
  { key: 'list', keys: ['?'] },
  { key: 'leave', keys: ['Esc'] },
] as const;

/** What the keys do, opened by '?'. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(adminTexts);
  return (
    <Modal open onClose={onClose} size="sm" title={t('shortcuts.title')} closeLabel={t('shortcuts.close')}>
      <dl className="grid gap-3">
        {SHORTCUTS.map(({ key, keys }) => (
          <div key={key} className="flex items-center justify-between gap-4">
            <dt>{t(`shortcuts.${key}`)}</dt>
            <dd>
              <ShortcutHint keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
