import { Button } from '@atalaya/ui/button';
import { useTexts } from '../platform/messages/use-texts.ts';
import { listsTexts } from './lists.es.ts';
import type { ListNews as News } from './use-live-list.ts';

/** 'Hay cambios · Actualizar', over the list: it takes no room, so that nothing moves when it comes. */
export function ListNews({ news }: { news: News }) {
  const t = useTexts(listsTexts);
  return (
    <div
      aria-live="polite"
      className="pointer-events-none sticky top-2 z-10 flex h-0 items-start justify-center"
    >
      {news.isOld ? (
        <Button
          variant="outline"
          size="sm"
          className="pointer-events-auto bg-raised! shadow-float"
          onClick={news.show}
        >
          {t('news')}
        </Button>
      ) : null}
    </div>
  );
}
