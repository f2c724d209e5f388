import { EmptyState } from '@atalaya/ui/empty-state';
import { useLocation } from '@tanstack/react-router';
import { Hammer } from 'lucide-react';
import { useTexts } from '../platform/messages/use-texts.ts';
import { PageHeader } from '../shared/page-header.tsx';
import { appTexts } from './app-texts.ts';
import { adminTexts } from './layouts/admin/admin-texts.ts';
import { screenOf } from './screen-of.ts';

/** A screen of the menu that is not there yet. */
export function ComingSoonPage() {
  const t = useTexts(appTexts);
  const names = useTexts(adminTexts);
  const { pathname } = useLocation();
  const screen = screenOf(pathname);
  return (
    <>
      <PageHeader title={screen ? names(`screens.${screen.key}`) : t('soon.title')} />
      <EmptyState
        icon={<Hammer size={20} />}
        title={t('soon.title')}
        description={t('soon.text')}
        className="rounded-lg border border-dashed border-line"
      />
    </>
  );
}
