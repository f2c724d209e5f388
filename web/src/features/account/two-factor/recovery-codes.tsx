import { Button } from '@atalaya/ui/button';
import { Copy, Download, Printer } from 'lucide-react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { copyText } from '../../../shared/copy-text.ts';
import { saveFile } from '../../../shared/save-file.ts';
import { twoFactorTexts } from './two-factor.es.ts';

/** Codes that are shown this once: to copy, to download, to print. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const t = useTexts(twoFactorTexts);
  const text = `Atalaya · ${t('codes.label')}\n\n${codes.join('\n')}\n`;
  const copy = async () => {
    if (await copyText(codes.join('\n'))) notify.success(t('codes.copied'));
    else notify.error(t('codes.copyFailed'));
  };
  return (
    <div className="grid gap-4">
      <p className="text-pretty text-muted">{t('codes.text')}</p>
      <ol
        aria-label={t('codes.label')}
        className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md border border-line bg-sunken p-4 text-center font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" icon={<Copy size={16} />} onClick={() => void copy()}>
          {t('codes.copy')}
        </Button>
        <Button
          variant="outline"
          size="sm"
          icon={<Download size={16} />}
          onClick={() => download(text, t('codes.file'))}
        >
          {t('codes.download')}
        </Button>
        <Button variant="outline" size="sm" icon={<Printer size={16} />} onClick={() => print(text)}>
          {t('codes.print')}
        </Button>
      </div>
      <Button onClick={onDone} className="sm:justify-self-end">
        {t('codes.done')}
      </Button>
    </div>
  );
}

const download = (text: string, name: string) =>
  saveFile({ name, content: new Blob([text], { type: 'text/plain;charset=utf-8' }) });

/** A sheet of its own, so that nothing of the screen is printed with them. */
function print(text: string): void {
  const frame = document.createElement('iframe');
  frame.className = 'sr-only';
  document.body.append(frame);
  const sheet = frame.contentWindow;
  if (!sheet) return;
  const lines = sheet.document.createElement('pre');
  lines.textContent = text;
  sheet.document.body.append(lines);
  sheet.addEventListener('afterprint', () => frame.remove());
  sheet.print();
}
