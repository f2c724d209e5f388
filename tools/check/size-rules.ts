import { isCode, isTest, isText, type Rule, type SourceFile } from './source-files.ts';

const LONGEST = 300;
const MEDIAN = 90;
const NINTH_DECILE = 200;
const LONGEST_OF_KIT = 200;

export function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

function measured(files: SourceFile[]): { path: string; lines: number }[] {
  return files
    .filter(({ path }) => isCode(path) && !isTest(path) && !isText(path))
    .map(({ path, text }) => ({ path, lines: countLines(text) }));
}

/** No file over 300 lines; tests and texts aside. */
export const filesAreShort: Rule = (files) =>
  measured(files)
    .filter(({ lines }) => lines > LONGEST)
    .map(
      ({ path, lines }) =>
        `${path}: ${String(lines)} lines, ${String(LONGEST)} at most. Move what belongs together into a file of its own.`,
    );

/** No part of the design kit over 200 lines: what is larger is two parts. */
export const kitStaysSmall: Rule = (files) =>
  measured(files)
    .filter(({ path, lines }) => path.startsWith('ui/src/') && lines > LONGEST_OF_KIT)
    .map(
      ({ path, lines }) =>
        `${path}: ${String(lines)} lines, ${String(LONGEST_OF_KIT)} at most in the kit. Make two parts of it.`,
    );

/** The usual file is far shorter than the longest one. */
export const filesAreUsuallyShorter: Rule = (files) => {
  const lines = measured(files)
    .map((file) => file.lines)
    .sort((a, b) => a - b);
  const at = (share: number): number => lines[Math.floor((lines.length - 1) * share)] ?? 0;
  return [
    ...(at(0.5) >= MEDIAN
      ? [`The median file has ${String(at(0.5))} lines: it stays under ${String(MEDIAN)}.`]
      : []),
    ...(at(0.9) >= NINTH_DECILE
      ? [`One file in ten has ${String(at(0.9))} lines or more: they stay under ${String(NINTH_DECILE)}.`]
      : []),
  ];
};
