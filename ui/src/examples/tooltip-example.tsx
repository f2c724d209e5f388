import { Pencil } from 'lucide-react';
import { Button } from '../button.tsx';
import { ShortcutHint } from '../shortcut-hint.tsx';
import { Tooltip } from '../tooltip.tsx';
import type { ExampleProps } from './sample-texts.tsx';

export function TooltipExample({ t }: ExampleProps) {
  return (
    <div className="flex items-center gap-2">
      <Tooltip text={t.edit} describes={false}>
        <Button variant="outline" iconOnly aria-label={t.edit}>
          <Pencil size={16} aria-hidden />
        </Button>
      </Tooltip>
      <Tooltip text={t.noReason} side="right">
        <Button variant="outline" aria-disabled>
          {t.delete}
        </Button>
      </Tooltip>
      <ShortcutHint keys={['Ctrl', 'K']} />
    </div>
  );
}
