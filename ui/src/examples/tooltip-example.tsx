import { Pencil } from 'lucide-react';
import { Button } from '../button.tsx';
import { ShortcutHint } from '../shortcut-hint.tsx';
import { Tooltip } from '../tooltip.tsx';
import type { ExampleProps } from './sample-texts.tsx';

export function TooltipExample({ t }: ExampleProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Tooltip text={t.edit} describes={false}>
        <Button variant="outline" iconOnly aria-label={t.edit}>
          <Pencil size={16} aria-hidden />
        </Button>
      </Tooltip>
      {(['top', 'bottom', 'left', 'right'] as const).map((side) => (
        <Tooltip key={side} text={t.noReason} side={side}>
          <Button variant="outline" aria-disabled>
            {side}
          </Button>
        </Tooltip>
      ))}
      <ShortcutHint keys={['Ctrl', 'K']} />
    </div>
  );
}
