import type { ImportResource } from '@atalaya/contract/import-fields';
import { Button } from '@atalaya/ui/button';
import { Upload } from 'lucide-react';
import { Suspense, lazy } from 'react';
import { loadPart } from '../../../platform/load-part.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { transfersSharedTexts } from '../transfer-news.es.ts';
import { textField, useUrlState } from '../../../shared/url-state.ts';

/** Rarely opened, and many steps. */
const ImportDialog = lazy(async () => ({
  default: (await loadPart(() => import('./import-dialog.tsx'))).ImportDialog,
}));

/** `import`: the import that the dialog shows, by id, or 'new'. In the address, so that a reload finds it again. */
const fields = { import: textField() };

/** 'Importar': rows of a file, checked before any of them is brought in. */
export function ImportButton({ resource }: { resource: ImportResource }) {
  const t = useTexts(transfersSharedTexts);
  const [{ import: shown }, setState] = useUrlState(fields);
  return (
    <>
      <Button variant="outline" icon={<Upload size={16} />} onClick={() => setState({ import: 'new' })}>
        <span className="max-sm:sr-only">{t('import')}</span>
      </Button>
      {shown === '' ? null : (
        <Suspense>
          <ImportDialog
            resource={resource}
            id={shown === 'new' ? null : shown}
            onChange={(id) => setState({ import: id ?? 'new' }, { replace: true })}
            onClose={() => setState({ import: '' })}
          />
        </Suspense>
      )}
    </>
  );
}
