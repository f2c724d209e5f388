import { Button } from '../button.tsx';
import { type ProgressSource, showToast, type ToastType } from '../toast.tsx';
import type { ExampleProps } from './sample-texts.tsx';

const types: ToastType[] = ['success', 'error', 'warning', 'info'];

/** Work that goes no further. */
function halfWay(label: string): ProgressSource {
  const state = { label, value: 0.5 };
  return { subscribe: () => () => undefined, read: () => state };
}

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
              title: t.title,
              description: t.message,
              ...(type === 'info' && { action: { label: t.undo, undoes: true, onClick: () => undefined } }),
            })
          }
        >
          {type}
        </Button>
      ))}
      <Button variant="outline" onClick={() => showToast({ title: t.message, duration: 0, alone: true })}>
        alone
      </Button>
      <Button variant="outline" onClick={() => showToast({ title: t.message, progress: halfWay(t.busy) })}>
        progress
      </Button>
    </div>
  );
}
