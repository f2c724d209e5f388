/**
 * Puts text on the clipboard; the older way where the newer one is missing or refused.
 * False where neither works.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.className = 'sr-only';
  // Inside an open dialog, or its focus trap would take the selection away.
  (document.querySelector('[role="dialog"]') ?? document.body).append(area);
  area.select();
  // oxlint-disable-next-line typescript/no-deprecated -- the only way where the newer one is refused
  const copied = document.execCommand('copy');
  area.remove();
  return copied;
}
