const hasControls = (box: HTMLElement) =>
  box.querySelector('a, button, input, select, textarea, [tabindex="0"]') !== null;

/** Makes a box a stop of the keyboard while that is needed, as its size and contents change. */
function focusableWhile(box: HTMLElement, isNeeded: () => boolean): () => void {
  const update = () => {
    if (isNeeded()) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  };
  const sizes = new ResizeObserver(update);
  const contents = new MutationObserver(update);
  sizes.observe(box);
  contents.observe(box, { childList: true, subtree: true });
  update();
  return () => {
    sizes.disconnect();
    contents.disconnect();
  };
}

/**
 * A ref for a box that may scroll. While it does and holds nothing that takes the focus, it takes it itself: else
 * the arrow keys could not scroll it.
 */
export function focusableWhileScrolling(box: HTMLElement | null): (() => void) | undefined {
  if (!box) return undefined;
  return focusableWhile(box, () => box.scrollHeight > box.clientHeight && !hasControls(box));
}

/** A ref for the panel of a tab: where it holds nothing that takes the focus, it is itself what comes after the tab. */
export function focusableWithoutControls(box: HTMLElement | null): (() => void) | undefined {
  if (!box) return undefined;
  return focusableWhile(box, () => !hasControls(box));
}
