import { Button } from '@atalaya/ui/button';
import { TextInput } from '@atalaya/ui/text-input';
import { Copy } from 'lucide-react';
import { useTexts } from '../platform/messages/use-texts.ts';
import { notify } from '../platform/notify.ts';
import { copyFieldTexts } from './copy-field.es.ts';
import { copyText } from './copy-text.ts';

/** What is taken elsewhere as it is: shown whole, and put on the clipboard by a button. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const t = useTexts(copyFieldTexts);
  async function copy() {
    if (await copyText(value)) notify.success(t('copied'));
    else notify.info(t('notCopied'));
  }
  return (
    <div className="flex items-end gap-2">
      <TextInput
        label={label}
        readOnly
        value={value}
        className="min-w-0 flex-1"
        onFocus={(event) => event.target.select()}
      />
      <Button
        variant="outline"
        icon={<Copy size={14} />}
        aria-label={t('copyOne', { label })}
        onClick={() => void copy()}
      >
        {t('copy')}
      </Button>
    </div>
  );
}
