const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]';

const OUTERMOST = 'body, [data-base-ui-portal]';

/** What had the focus, and where: what lies around it, from within outwards, with the place in each. */
interface Place {
  element: HTMLElement;
  around: { box: Element; position: number }[];
}

/** How many places are remembered: what opened a dialog lies before all that was gone through inside. */
const REMEMBERED = 30;

function placeOf(element: HTMLElement): Place {
  const around: Place['around'] = [];
  // Not beyond what lies over the page: a dialog over a dialog is not one of its parts.
  for (let inner: Element = element; inner.parentElement && !inner.parentElement.matches(OUTERMOST);) {
    const box = inner.parentElement;
    around.push({ box, position: [...box.children].indexOf(inner) });
    inner = box;
  }
  return { element, around };
}

function canTakeFocus(element: Element): element is HTMLElement {
  return (
    element.matches(FOCUSABLE) &&
    // False for what is not in the page any more, too.
    element.checkVisibility({ visibilityProperty: true }) &&
    // Behind an open dialog.
    !element.closest('[aria-hidden=true], [inert]')
  );
}

/**
 * In the smallest box that is still in the page: the first element that can take the focus at the old place or after
 * it, else the last before it.
 */
function heirOf({ element, around }: Place, home: Element): HTMLElement | undefined {
  if (canTakeFocus(element)) return element;
  for (const { box, position } of around) {
    if (!box.isConnected) continue;
    const children = [...box.children];
    const inOrder = [...children.slice(position), ...children.slice(0, position).toReversed()];
    const heir = inOrder.flatMap((child) => [child, ...child.querySelectorAll('*')]).find(canTakeFocus);
    if (heir || box === home) return heir;
  }
  return undefined;
}

/**
 * When what has the focus goes away, as a deleted row does, or can no longer be used, the focus goes to what has taken
 * its place, or to `home`: lost, it would be read out as the whole page. Returns how to stop that.
 */
export function keepFocus(home: HTMLElement): () => void {
  let places: Place[] = [];
  let frame = 0;
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) places = [placeOf(target), ...places].slice(0, REMEMBERED);
  };
  const isGone = () => {
    const element = places[0]?.element;
    return element !== undefined && (!element.isConnected || element.matches(':disabled'));
  };
  const recover = () => {
    if (document.activeElement !== document.body || !isGone()) return;
    const heirs = places.map((place) => heirOf(place, home));
    [...heirs, home].find((each) => each !== undefined && canTakeFocus(each))?.focus();
  };
  const observer = new MutationObserver(() => {
    if (!isGone()) return;
    cancelAnimationFrame(frame);
    // Two frames later: a dialog that opens or closes knows better where it goes.
    frame = requestAnimationFrame(() => (frame = requestAnimationFrame(recover)));
  });
  document.addEventListener('focusin', remember);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    document.removeEventListener('focusin', remember);
  };
}
