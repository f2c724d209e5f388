import { Button, buttonClass } from '@atalaya/ui/button';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Download, History } from 'lucide-react';
import { useState } from 'react';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { type ExportRequest, runExport } from './run-export.ts';
import { transfersSharedTexts } from './transfer-news.es.ts';

/** 'Exportar': what the list shows, written into a file while one goes on working; and the way to all of one's files. */
export function ExportButton({ what }: { what: () => ExportRequest }) {
  const t = useTexts(transfersSharedTexts);
  const { language } = useLanguage();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const run = async () => {
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
  return (
    <>
      <Link
        to="/admin/transfers"
        aria-label={t('all')}
        title={t('all')}
        className={buttonClass({ variant: 'ghost', iconOnly: true })}
      >
        <History size={16} aria-hidden />
      </Link>
      <Button variant="outline" icon={<Download size={16} />} busy={busy} onClick={() => void run()}>
        <span className="max-sm:sr-only">{t('export')}</span>
      </Button>
    </>
  );
}
