import type { ImportResource } from '@atalaya/contract/import-fields';
import { Button } from '@atalaya/ui/button';
import { Upload } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { loadPart } from '../platform/load-part.ts';
import { useTexts } from '../platform/messages/use-texts.ts';
import { transfersSharedTexts } from './transfers-texts.ts';

const ImportDialog = lazy(async () => ({
  default: (await loadPart(() => import('./import-dialog.tsx'))).ImportDialog,
}));

/** 'Importar': rows of a file, checked before any of them is brought in. */
export function ImportButton({ resource }: { resource: ImportResource }) {
  const t = useTexts(transfersSharedTexts);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" icon={<Upload size={16} />} onClick={() => setOpen(true)}>
        <span className="max-sm:sr-only">{t('import')}</span>
      </Button>
      {open ? (
        <Suspense>
          <ImportDialog resource={resource} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
