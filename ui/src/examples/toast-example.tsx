import { Button } from '../button.tsx';
import { showToast, type ToastType } from '../toast.tsx';
import type { ExampleProps } from './sample-texts.tsx';

const types: ToastType[] = ['success', 'error', 'warning', 'info'];

export function ToastExample({ t }: ExampleProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {types.map((type) => (
        <Button
          key={type}
          variant="outline"
          onClick={() =>
            showToast({
              type,
              title: t.message,
              ...(type === 'info' && { action: { label: t.undo, onClick: () => undefined } }),
            })
          }
        >
          {type}
        </Button>
      ))}
    </div>
  );
}
