import { useEffect } from 'react';

type Shortcuts = { openSearch: () => void; openList: () => void };

/** Whether keys go into what is being typed, or to a dialog that is open over the page. */
function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')) return true;
  if (target.matches('[data-opens-search]')) return false;
  return target.matches('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]');
}

/** The search box of the page that is shown, if it has one. */
function pageSearch(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>('main input[type=search]');
}

/** Ctrl/⌘ K opens the search, / goes to the page's search box, ? lists the shortcuts; none while typing. */
export function useShortcuts({ openSearch, openList }: Shortcuts): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing || isTaken(event.target)) return;
      const command = event.ctrlKey || event.metaKey;
      const actions: Record<string, () => void> = command
        ? { k: openSearch }
        : { '/': () => (pageSearch() ? pageSearch()?.focus() : openSearch()), '?': openList };
      const action = event.altKey ? undefined : actions[command ? event.key.toLowerCase() : event.key];
      if (!action) return;
      event.preventDefault();
      action();
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [openSearch, openList]);
}
