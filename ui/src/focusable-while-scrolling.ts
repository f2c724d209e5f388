/**
 * A ref for a box that may scroll. While it does and holds nothing that takes the focus, it takes it itself: else
 * the arrow keys could not scroll it.
 */
export function focusableWhileScrolling(box: HTMLElement | null): (() => void) | undefined {
  if (!box) return undefined;
  const update = () => {
    const isStuck =
      box.scrollHeight > box.clientHeight &&
      !box.querySelector('a, button, input, select, textarea, [tabindex]');
    if (isStuck) box.tabIndex = 0;
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
