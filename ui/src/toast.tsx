import { Toast } from '@base-ui/react/toast';
import type { LucideIcon } from 'lucide-react';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { buttonClass } from './button.tsx';
import { classNames } from './class-names.ts';
import { Progress } from './progress.tsx';
import { ShortcutHint } from './shortcut-hint.tsx';

export type ToastType = 'success' | 'error' | 'warning' | 'info';

/** How far the work is that a toast tells of, as it goes on. `read` gives the same object until something is new. */
export interface ProgressSource {
  subscribe: (onChange: () => void) => () => void;
  read: () => { label: string; value: number | null; valueText?: string | undefined };
}

export interface ToastOptions {
  type?: ToastType | undefined;
  title: string;
  description?: string | undefined;
  /** A bar below the words. */
  progress?: ProgressSource | undefined;
  /** One thing to do about it; the toast closes with it. What `undoes` also answers Ctrl/⌘ Z, save in a field. */
  action?: { label: string; onClick: () => void; undoes?: boolean | undefined } | undefined;
  /** Milliseconds until it goes by itself, 0 for never; else that of the area or of its type. */
  duration?: number | undefined;
  /** Takes the place of those still shown, or does not; else what the area says. */
  alone?: boolean | undefined;
}

export interface ToastAreaProps {
  /**
   * Name of the region (F6 leads there) and of the close buttons; with `undoes` and `leadsHere` a toast that undoes says
   * after the keys what they do.
   */
  labels: { region: string; close: string; undoes?: string; leadsHere?: string };
  /** Milliseconds for every toast without its own, as in the admin layout (4000). */
  duration?: number | undefined;
  /** One toast at a time. */
  alone?: boolean | undefined;
}

/** Milliseconds by type, and how many are kept. */
const durations: Record<ToastType, number> = { error: 4000, success: 2000, warning: 4000, info: 4000 };
const limit = 20;

type ToastData = {
  type: ToastType;
  progress?: ProgressSource | undefined;
  undo?: (() => void) | undefined;
};

const manager = Toast.createToastManager<ToastData>();
let ofArea: Pick<ToastAreaProps, 'duration' | 'alone'> = {};
let areas = 0;
let waiting: (() => void)[] = [];

function add(id: string, options: ToastOptions): void {
  const { type = 'info', title, description, progress, action, duration, alone } = options;
  const run = action && once(() => act(id, action.onClick));
  const undo = action?.undoes ? run : undefined;
  if (alone ?? ofArea.alone) manager.close();
  manager.add({
    id,
    type,
    title,
    description,
    timeout: duration ?? ofArea.duration ?? durations[type],
    data: { type, progress, undo },
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: run,
        'aria-keyshortcuts': undo && 'Control+Z Meta+Z',
      },
    }),
  });
}

/** While it fades away it can still be pressed. */
function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) run();
    isDone = true;
  };
}

function act(id: string, run: () => void): void {
  manager.close(id);
  run();
}

let withAction = 0;

/** A toast that says the same as one on the screen has its id, and so renews it. With an action each has its own. */
function idOf({ type = 'info', title, description, action }: ToastOptions): string {
  if (!action) return JSON.stringify([type, title, description]);
  withAction += 1;
  return `action-${String(withAction)}`;
}

/** Shows a toast, as soon as there is a `ToastArea`; returns its id for `closeToast`. */
export function showToast(options: ToastOptions): string {
  const id = idOf(options);
  if (areas > 0) add(id, options);
  else waiting.push(() => add(id, options));
  return id;
}

/** Closes one toast, or all of them. */
export function closeToast(id?: string): void {
  manager.close(id);
}

/** Where toasts appear: top right, once per page. Toasts that came before it was mounted are shown then. */
export function ToastArea({ labels, duration, alone }: ToastAreaProps) {
  useEffect(() => {
    ofArea = { duration, alone };
  }, [duration, alone]);

  useEffect(() => {
    areas += 1;
    const shown = waiting;
    waiting = [];
    for (const show of shown) show();
    return () => {
      areas -= 1;
    };
  }, []);

  return (
    <Toast.Provider toastManager={manager} limit={limit}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={labels.region}
          className="fixed top-4 right-4 z-50 flex w-90 max-w-[calc(100vw-2rem)] flex-col gap-2"
        >
          <ToastList labels={labels} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

const looks: Record<ToastType, { colour: string; icon: LucideIcon }> = {
  success: { colour: 'text-success-ink', icon: CircleCheck },
  error: { colour: 'text-danger-ink', icon: CircleAlert },
  warning: { colour: 'text-warning-ink', icon: TriangleAlert },
  info: { colour: 'text-info-ink', icon: Info },
};

const typedInto = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Ctrl/⌘ Z runs this, save in a field, where it takes typing back. */
function useUndoKey(undo: (() => void) | undefined) {
  useEffect(() => {
    if (!undo) return;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.key.toLowerCase() !== 'z' || event.shiftKey || event.altKey) return;
      if (!(event.ctrlKey || event.metaKey)) return;
      if (event.target instanceof Element && event.target.matches(typedInto)) return;
      event.preventDefault();
      undo();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [undo]);
}

function ToastList({ labels }: Pick<ToastAreaProps, 'labels'>) {
  const { toasts } = Toast.useToastManager<ToastData>();
  // The newest comes first.
  useUndoKey(
    toasts.find(({ data, transitionStatus }) => data?.undo && transitionStatus !== 'ending')?.data?.undo,
  );
  return toasts.map((toast) => {
    const { colour, icon: Icon } = looks[toast.data?.type ?? 'info'];
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        swipeDirection="right"
        className={classNames(
          'rounded-lg bg-raised shadow-float transition duration-fast data-limited:hidden',
          'data-ending-style:opacity-0 data-starting-style:opacity-0',
        )}
      >
        <Toast.Content className="flex items-start gap-3 p-3">
          <Icon size={18} className={classNames('mt-px shrink-0', colour)} aria-hidden />
          <div className="min-w-0 flex-1">
            <Toast.Title className="font-medium wrap-break-word" />
            <Toast.Description className="mt-0.5 text-sm text-muted wrap-break-word" />
            {toast.data?.progress ? <ToastProgress source={toast.data.progress} /> : null}
            {toast.data?.undo && labels.undoes ? <UndoKeys labels={labels} /> : null}
          </div>
          <Toast.Action className={buttonClass({ variant: 'outline', size: 'sm', className: '-my-1' })} />
          <Toast.Close
            aria-label={labels.close}
            aria-hidden={false}
            className="-m-1 grid size-7 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover"
          >
            <X size={16} aria-hidden />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    );
  });
}

/** On a device with keys: which take it back, and which leads to the button. */
function UndoKeys({ labels }: Pick<ToastAreaProps, 'labels'>) {
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-xs text-muted *:whitespace-nowrap pointer-coarse:hidden">
      <span>
        <ShortcutHint keys={[isApple ? '⌘' : 'Ctrl', 'Z']} /> {labels.undoes}
      </span>
      <span>
        <ShortcutHint keys={['F6']} /> {labels.leadsHere}
      </span>
    </p>
  );
}

function ToastProgress({ source }: { source: ProgressSource }) {
  const { label, value, valueText } = useSyncExternalStore(source.subscribe, source.read);
  return (
    // Each step would be read out otherwise.
    <div aria-live="off" className="mt-2">
      <Progress label={label} value={value} valueText={valueText} />
    </div>
  );
}
