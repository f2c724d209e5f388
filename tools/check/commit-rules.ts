import { capture, ROOT } from '../process/process.ts';

const LONGEST = 72;
/** Of the commits before these some are older than the rule. */
const LOOKED_AT = 150;
const AREA_AND_CHANGE = /^[a-z0-9][a-zA-Z0-9 ,/.-]*: \S/;

/** @param log a line for each commit, newest first: its short id, a space, its subject */
export function findBadSubjects(log: string): string[] {
  return log
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const [, id = '', subject = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
      if (!AREA_AND_CHANGE.test(subject)) return [`${id} "${subject}": write "area: what changed".`];
      return subject.length > LONGEST
        ? [
            `${id} "${subject}": ${String(subject.length)} characters, ${String(LONGEST)} at most. The why goes into the body.`,
          ]
        : [];
    });
}

/** One sentence for each of the newest commits whose subject is not as it is to be; merges have their own form. */
export async function checkCommits(folder: string = ROOT): Promise<string[]> {
  const { code, output } = await capture('git', [
    '-C',
    folder,
    'log',
    '--no-merges',
    `--max-count=${String(LOOKED_AT)}`,
    '--format=%h %s',
  ]);
  if (code === 0) return findBadSubjects(output);
  console.log('No commits to look at: this folder is no clone.');
  return [];
}
