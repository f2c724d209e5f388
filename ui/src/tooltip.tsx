import { Tooltip as Primitive } from '@base-ui/react/tooltip';
import { useId, type ReactElement } from 'react';

export interface TooltipProps {
  text: string;
  /** False when the text only repeats the trigger's name, as on an icon button. */
  describes?: boolean | undefined;
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
  /** What is pointed at or focused; it must pass on its props and ref. A disabled button never opens one. */
  children: ReactElement;
}

/** A short text on hover and on focus; Escape closes it. Never the only place of something needed. */
export function Tooltip({ text, describes = true, side = 'top', children }: TooltipProps) {
  const id = useId();
  return (
    <Primitive.Root>
      <Primitive.Trigger render={children} delay={400} aria-describedby={describes ? id : undefined} />
      {/* Always there, so that the description is known before the popup has opened. */}
      {describes ? (
        <span id={id} hidden>
          {text}
        </span>
      ) : null}
      <Primitive.Portal>
        <Primitive.Positioner side={side} sideOffset={6} className="z-50">
          <Primitive.Popup
            aria-hidden
            className="max-w-64 rounded-md bg-ink px-2 py-1 text-xs text-canvas transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            {text}
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
