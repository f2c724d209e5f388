import { isCode, isGenerated, isTest, isText, type Rule } from './source-files.ts';

const LONGEST = 400;

export function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/** No file over 400 lines, tests, texts and what a command writes aside: a longer one holds something that a reader looks for by its own name. */
export const filesAreReadable: Rule = (files) =>
  files
    .filter((file) => isCode(file.path) && !isTest(file.path) && !isText(file.path) && !isGenerated(file))
    .map(({ path, text }) => ({ path, lines: countLines(text) }))
    .filter(({ lines }) => lines > LONGEST)
    .map(
      ({ path, lines }) =>
        `${path}: ${String(lines)} lines, ${String(LONGEST)} at most. Give the part that a reader would look for by name a file of its own.`,
    );
