import { Drawer } from '@atalaya/ui/drawer';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { adminTexts } from './admin.es.ts';
import { Sidebar } from './sidebar.tsx';

/** The main menu on phones. */
export function MenuDrawer({ onClose }: { onClose: () => void }) {
  const t = useTexts(adminTexts);
  return (
    <Drawer
      open
      onClose={onClose}
      title={t('menu')}
      hideTitle
      closeLabel={t('closeMenu')}
      className="sidebar-surface w-sidebar"
    >
      <Sidebar onNavigate={onClose} />
    </Drawer>
  );
}
