import type { ImportResource } from '@atalaya/contract/import-fields';
import { Button, buttonClass } from '@atalaya/ui/button';
import { Menu, MenuItem } from '@atalaya/ui/menu';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Download, Ellipsis, History, Upload } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { textField, useUrlState } from '../../shared/url-state.ts';
import { useTight } from '../../shared/use-phone.ts';
import { type ExportRequest, runExport } from './run-export.ts';
import { transferNewsTexts } from './transfer-news.es.ts';

/** Rarely opened, and many steps. */
const ImportDialog = lazyPart(() => import('./imports/import-dialog.tsx'), 'ImportDialog');

/** `import`: the import that the dialog shows, by id, or 'new'. In the address, so that a reload finds it again. */
const fields = { import: textField() };

type ListTransfersProps = {
  /** What the list shows; null: one may not take it along. */
  exported: (() => ExportRequest) | null;
  /** Null: one may not bring any in. */
  imported: ImportResource | null;
};

/**
 * 'Exportar': what the list shows, written into a file while one goes on working. 'Importar': rows of a file, checked
 * before any of them is brought in. And the way to all of one's files. In a window with little room one menu.
 */
export function ListTransfers({ exported, imported }: ListTransfersProps) {
  const t = useTexts(transferNewsTexts);
  const [{ import: shown }, setState] = useUrlState(fields);
  const isTight = useTight();
  const [run, busy] = useExport(exported);
  const bringIn = () => setState({ import: 'new' });
  if (!exported && !imported) return null;
  return (
    <>
      {isTight ? (
        <Menu
          trigger={
            <Button variant="outline" iconOnly busy={busy} aria-label={t('more')}>
              <Ellipsis size={16} aria-hidden />
            </Button>
          }
        >
          {exported ? (
            <MenuItem icon={<Download />} onSelect={run}>
              {t('export')}
            </MenuItem>
          ) : null}
          {imported ? (
            <MenuItem icon={<Upload />} onSelect={bringIn}>
              {t('import')}
            </MenuItem>
          ) : null}
          <MenuItem icon={<History />} render={<Link to="/admin/transfers" />}>
            {t('all')}
          </MenuItem>
        </Menu>
      ) : (
        <>
          {exported ? (
            <>
              <Link
                to="/admin/transfers"
                aria-label={t('all')}
                title={t('all')}
                className={buttonClass({ variant: 'ghost', iconOnly: true })}
              >
                <History size={16} aria-hidden />
              </Link>
              <Button variant="outline" icon={<Download size={16} />} busy={busy} onClick={run}>
                {t('export')}
              </Button>
            </>
          ) : null}
          {imported ? (
            <Button variant="outline" icon={<Upload size={16} />} onClick={bringIn}>
              {t('import')}
            </Button>
          ) : null}
        </>
      )}
      {imported && shown !== '' ? (
        <ImportDialog
          resource={imported}
          id={shown === 'new' ? null : shown}
          onChange={(id) => setState({ import: id ?? 'new' }, { replace: true })}
          onClose={() => setState({ import: '' })}
        />
      ) : null}
    </>
  );
}

function useExport(what: (() => ExportRequest) | null) {
  const { language } = useLanguage();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    if (!what) return;
    setBusy(true);
    try {
      await runExport(what(), language, {
        onStart: () => void client.invalidateQueries({ queryKey: ['transfers'] }),
        onProgress: () => void navigate({ to: '/admin/transfers' }),
      });
    } finally {
      setBusy(false);
    }
  };
  return [() => void run(), busy] as const;
}
