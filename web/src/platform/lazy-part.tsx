import { type ComponentType, type ReactNode, Suspense, useEffect, useReducer } from 'react';
import { loadPart } from './load-part.ts';

type PropsOf<Part> = Part extends (props: infer Props) => ReactNode
  ? unknown extends Props
    ? object
    : Props
  : never;

/**
 * A part of a screen whose code comes when it is first drawn: `lazyPart(() => import('./chart.tsx'), 'Chart')`. Until then
 * `fallback` is there. React's own `lazy` would leave that for 300 ms at least, even where the code is here after ten: it
 * holds back what follows a fallback. `ahead` begins to load it before it is drawn.
 */
export function lazyPart<Name extends string, File extends Record<Name, (props: never) => ReactNode>>(
  load: () => Promise<File>,
  name: Name,
) {
  type Props = PropsOf<File[Name]>;
  let Loaded: ComponentType<Props> | undefined;
  let failure: { error: unknown } | undefined;
  let loading: Promise<void> | undefined;
  const start = () =>
    (loading ??= loadPart(load).then(
      (file) => void (Loaded = file[name] as unknown as ComponentType<Props>),
      (error: unknown) => void (failure = { error }),
    ));

  function Part({ fallback = null, ...props }: Props & { fallback?: ReactNode }) {
    const [, redraw] = useReducer((times: number) => times + 1, 0);
    const isHere = Loaded !== undefined;
    useEffect(() => {
      if (isHere) return undefined;
      let isShown = true;
      void start().then(() => isShown && redraw());
      return () => void (isShown = false);
    }, [isHere]);
    if (failure) throw failure.error;
    if (!Loaded) return fallback;
    // Its texts may still be on the way in another language.
    return (
      <Suspense fallback={fallback}>
        <Loaded {...(props as unknown as Props)} />
      </Suspense>
    );
  }
  return Object.assign(Part, { ahead: () => void start() });
}
