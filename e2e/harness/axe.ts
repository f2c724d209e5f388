import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { default as Axe, RunOptions } from 'axe-core';

const SOURCE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
/** The way the kit keeps the focus in a dialog: a hidden stop at its either end, which passes it on. */
const FOCUS_GUARD = '[data-base-ui-focus-guard]';

type AxeOptions = {
  /** A selector; else the whole page. */
  within?: string | undefined;
  /** Else everything that axe knows. */
  runOnly?: RunOptions['runOnly'];
};
export type Violation = { id: string; count: number; html: string; summary: string };

/**
 * What axe finds on a page, or in a part of it. Its 600 kB are given to a document once, not for each question: to
 * compile and run them costs as much as a question itself. There are no frames, which it would have to be put into.
 */
export async function violationsIn(page: Page, { within, runOnly }: AxeOptions = {}): Promise<Violation[]> {
  await page.waitForFunction(hasNothingClosing);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  const context = { exclude: [[FOCUS_GUARD]], ...(within === undefined ? {} : { include: [[within]] }) };
  const options: RunOptions = { resultTypes: ['violations'], ...(runOnly ? { runOnly } : {}) };
  return page.evaluate(
    async ([where, how]) => {
      const { axe } = window as unknown as { axe: typeof Axe };
      const { violations } = await axe.run(where, how);
      return violations.map(({ id, nodes }) => ({
        id,
        count: nodes.length,
        html: nodes[0]?.html ?? '',
        summary: nodes[0]?.failureSummary ?? '',
      }));
    },
    [context, options] as const,
  );
}

/** Runs in the page. A list that closes is still seen for a moment, while the field that named it names it no more. */
function hasNothingClosing(): boolean {
  const lists = [...document.querySelectorAll('[role=listbox]')];
  return !lists.some((list) => list.closest('[data-closed], [data-ending-style]') && list.checkVisibility());
}
