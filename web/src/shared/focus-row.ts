const TYPED_INTO = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

/**
 * Whether the person has gone on to something that the focus must not leave for `target`: a field, or a dialog or menu
 * that it is not in. Toasts are dialogs too, in a region.
 */
function isElsewhere(target: HTMLElement): boolean {
  const active = document.activeElement;
  if (!active || active.closest('[role=region]')) return false;
  const over = active.closest('[role=dialog], [role=alertdialog], [role=menu]');
  return active.matches(TYPED_INTO) || (over !== null && !over.contains(target));
}

/** Two frames: in the first React draws what was read, after the second it is there. */
const drawn = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  });

/** A row of the screen, or of a dialog that is a list. */
const rowOf = (id: string) =>
  document.querySelector<HTMLElement>(`:is(main, [role=dialog]) [data-row="${CSS.escape(id)}"]`);

/** Gives the focus to the first of these rows that the list shows, or to the heading where it shows none of them. */
export async function focusRow(ids: readonly string[]): Promise<void> {
  await drawn();
  const row = ids.map(rowOf).find((each) => each !== null);
  const target = row ?? document.querySelector<HTMLElement>('main h1');
  if (!target || isElsewhere(target)) return;
  if (target.tabIndex < 0 && !target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus();
}
