import { Modal } from '@atalaya/ui/modal';
import { ShortcutHint } from '@atalaya/ui/shortcut-hint';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { shortcutsTexts } from './shortcuts.es.ts';

/** What the keys do, opened by '?'. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(shortcutsTexts);
  const shortcuts = [
    { key: 'palette', keys: ['Ctrl', 'K'] },
    { key: 'search', keys: ['/'] },
    { key: 'rows', keys: ['↑', '↓'] },
    { key: 'open', keys: ['↵'] },
    { key: 'select', keys: [t('space')] },
    { key: 'notices', keys: ['F6'] },
    { key: 'undo', keys: ['Ctrl', 'Z'] },
    { key: 'list', keys: ['?'] },
    { key: 'leave', keys: ['Esc'] },
  ] as const;
  return (
    <Modal open onClose={onClose} size="sm" title={t('title')} closeLabel={t('close')}>
      <dl className="grid gap-3">
        {shortcuts.map(({ key, keys }) => (
          <div key={key} className="flex items-center justify-between gap-4">
            <dt>{t(key)}</dt>
            <dd>
              <ShortcutHint keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
