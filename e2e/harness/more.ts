import type { Locator } from '@playwright/test';

/** Chooses what an open record offers beside its main action, behind its ⋯. */
export async function chooseMore(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole('button', { name: 'Más acciones' }).click();
  await dialog.page().getByRole('menuitem', { name, exact: true }).click();
}
