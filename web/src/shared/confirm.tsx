import { type ReactNode, createContext, use, useCallback, useRef, useState } from 'react';
import { useTexts } from '../platform/messages/use-texts.ts';
import { dialogsTexts } from './dialogs.es.ts';
import { ConfirmDialog } from '@atalaya/ui/confirm-dialog';

type Asking = {
  /** The question, naming the thing. */
  title: string;
  /** What follows from it; where a link in it leads away, the question is left by it. */
  consequence?: ReactNode | ((leave: () => void) => ReactNode);
  confirmLabel: string;
  /** What leaves things as they are, where 'Cancelar' could be taken for the deed. */
  cancelLabel?: string;
  /** Off for a question whose answer destroys nothing. */
  destructive?: boolean;
};

/** What a yes does, and whether it has succeeded: until then the dialog stays, busy, and after a failure as it was. */
type CarryOut = () => Promise<boolean>;

/** Of a deed that tells itself of its failure. */
export const hasSucceeded = (deed: Promise<unknown>): Promise<boolean> =>
  deed.then(
    () => true,
    () => false,
  );

/** A name that must be typed first (`typeName`) would be lost, did the dialog close before all has succeeded. */
export type Question = Asking &
  ({ typeName?: undefined; carryOut?: CarryOut } | { typeName: string; carryOut: CarryOut });

type Ask = (question: Question) => Promise<boolean>;
type Asked = Question & { key: number; answer: (yes: boolean) => void };

/** Loaded with the first question. */
const ConfirmContext = createContext<Ask | null>(null);

/** Holds the one dialog that asks before something that is hard to undo. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const t = useTexts(dialogsTexts);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const last = useRef<{ key: number; answered: Promise<unknown> }>({ key: 0, answered: Promise.resolve() });
  const ask = useCallback<Ask>(async (question) => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const before = last.current;
    const key = before.key + 1;
    last.current = { key, answered: promise };
    // One after the other: in the place of a question that is being read another would get its answer.
    await before.answered;
    setAsked({ ...question, key, answer: resolve });
    setOpen(true);
    return promise;
  }, []);
  // The question stays while the dialog fades away, so that its text does not vanish before it.
  const answer = (yes: boolean) => {
    setOpen(false);
    asked?.answer(yes);
  };
  const confirm = async () => {
    if (!asked?.carryOut) return answer(true);
    setBusy(true);
    const isDone = await asked.carryOut().finally(() => setBusy(false));
    if (isDone) answer(true);
  };
  return (
    <ConfirmContext value={ask}>
      {children}
      {asked ? (
        <ConfirmDialog
          key={asked.key}
          open={open}
          title={asked.title}
          consequence={
            typeof asked.consequence === 'function'
              ? asked.consequence(() => answer(false))
              : asked.consequence
          }
          confirmLabel={asked.confirmLabel}
          cancelLabel={asked.cancelLabel ?? t('cancel')}
          destructive={asked.destructive}
          typeToConfirm={
            asked.typeName === undefined
              ? undefined
              : { label: t('typeName', { name: asked.typeName }), name: asked.typeName }
          }
          busy={busy}
          onConfirm={() => void confirm()}
          onCancel={() => answer(false)}
        />
      ) : null}
    </ConfirmContext>
  );
}

/** `if (!(await confirm({ title, consequence, confirmLabel }))) return;` */
export function useConfirm(): Ask {
  const ask = use(ConfirmContext);
  if (!ask) throw new Error('useConfirm outside ConfirmProvider');
  return ask;
}
