const STARTS = ['pointerdown', 'mousedown'] as const;
const LIFTS = ['pointerup', 'mouseup'] as const;
/** A press that these end has no click. */
const CANCELS = ['pointercancel', 'contextmenu'] as const;
/**
 * How long after the button or the finger is lifted its click may come, in milliseconds. That of a mouse comes at once;
 * that of a finger when another process of the browser has taken it for a tap.
 */
const CLICK_WITHIN_MS = 300;

let isPressed = false;
let held: (() => void)[] = [];

/** Does it once the click of the present press has been sent; at once where nothing is pressed. */
export function afterPress(run: () => void): void {
  if (isPressed) held.push(run);
  else run();
}

/**
 * Begins to note when a button or a finger is down. What moves or removes in between what is under the pointer would
 * take its click away: the browser then sends none, or one to something else.
 */
export function watchPresses(): void {
  let ending: ReturnType<typeof setTimeout> | undefined;
  const listen = <Name extends keyof WindowEventMap>(
    names: readonly Name[],
    listener: (event: WindowEventMap[Name]) => void,
  ) => {
    for (const name of names) window.addEventListener(name, listener, true);
  };
  const endIn = (milliseconds: number) => {
    clearTimeout(ending);
    ending = setTimeout(() => {
      isPressed = false;
      const now = held;
      held = [];
      for (const run of now) run();
    }, milliseconds);
  };

  listen(STARTS, ({ button }) => {
    if (button !== 0) return;
    clearTimeout(ending);
    isPressed = true;
  });
  listen(LIFTS, () => {
    if (isPressed) endIn(CLICK_WITHIN_MS);
  });
  // After all that listens to it: they run in the same task. A click that code sends ends no press.
  listen(['click'], ({ isTrusted }) => {
    if (isPressed && isTrusted) endIn(0);
  });
  listen(CANCELS, () => {
    if (isPressed) endIn(0);
  });
  listen(['pointermove'], ({ buttons }) => {
    // The end of the press was not told: the button was let go over another window.
    if (isPressed && buttons === 0) endIn(0);
  });
}
