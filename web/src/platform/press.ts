import { notifyManager } from '@tanstack/react-query';

const ENDS = ['pointerup', 'pointercancel', 'contextmenu'] as const;

/**
 * While a button or a finger is down, the answers of the server wait. A list that changes in between moves or removes
 * what is under the pointer, and the browser then sends no click.
 */
export function holdAnswersWhilePressed(): void {
  let isPressed = false;
  let held: (() => void)[] = [];

  // After the click of this press, which the browser sends in the same task.
  const release = () =>
    setTimeout(() => {
      isPressed = false;
      const now = held;
      held = [];
      for (const each of now) each();
    });
  const onMove = ({ buttons }: PointerEvent) => {
    // The end of the press was not told: the button was let go over another window.
    if (isPressed && buttons === 0) release();
  };

  window.addEventListener(
    'pointerdown',
    ({ button }) => {
      if (button === 0) isPressed = true;
    },
    true,
  );
  for (const end of ENDS) window.addEventListener(end, release, true);
  window.addEventListener('pointermove', onMove, true);
  notifyManager.setScheduler((tell) =>
    setTimeout(() => {
      if (isPressed) held.push(tell);
      else tell();
    }),
  );
}
