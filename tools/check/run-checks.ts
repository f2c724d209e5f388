import { buildWeb } from '../build/build-web.ts';
import { binary, capture } from '../process/process.ts';
import type { Count } from '../process/results.ts';
import { checkBundle } from './bundle-budgets.ts';
import { checkCommits } from './commit-rules.ts';
import { checkDocuments } from './documents.ts';
import { checkRowTypes } from '../rows/row-types.ts';
import { checkSecurityRows, checkStrengths } from './security-rows.ts';
import { checkStructure } from './structure.ts';

type Outcome = { ok: boolean; output: string };
type Check = { name: string; run: () => Promise<Outcome> };

const CRUISED = ['contract', 'server', 'ui', 'web', 'e2e', 'bench', 'tools'];

function command(name: string, tool: string, ...parameters: string[]): Check {
  return {
    name,
    run: async () => {
      const { code, output } = await capture(binary(tool), parameters);
      return { ok: code === 0, output };
    },
  };
}

function rule(name: string, find: () => string[] | Promise<string[]>): Check {
  return {
    name,
    run: () =>
      Promise.try(find).then((problems) => ({ ok: problems.length === 0, output: problems.join('\n') })),
  };
}

const bundle: Check = {
  name: 'bundle sizes',
  run: async () => {
    if ((await buildWeb()) !== 0) return { ok: false, output: 'web/ does not build: run `npm run build`.' };
    return rule('', checkBundle).run();
  },
};

/** The slowest first, so that two at a time end together. */
const CHECKS: Check[] = [
  command('lint (fix: npx oxlint --fix)', 'oxlint', '--format=unix'),
  command('types', 'tsc', '--project', '.'),
  bundle,
  command('imports', 'depcruise', '--config', '.dependency-cruiser.cjs', ...CRUISED),
  command('dead code', 'knip', '--no-progress', '--no-config-hints'),
  command('format (fix: npx oxfmt)', 'oxfmt', '--check'),
  rule('row types', checkRowTypes),
  rule('structure', checkStructure),
  rule('security rows', checkSecurityRows),
  rule('strength of their tests', checkStrengths),
  rule('documents', checkDocuments),
  rule('commits', () => checkCommits()),
];

async function runOne({ name, run }: Check): Promise<boolean> {
  const began = performance.now();
  const { ok, output } = await run().catch((error: unknown) => ({ ok: false, output: String(error) }));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${ok ? 'ok    ' : 'failed'} ${name} (${seconds} s)`);
  if (!ok) console.log(output.trimEnd().replaceAll(/^/gm, '       '));
  return ok;
}

/** Runs every check, two at a time, and prints each with its time; what failed says what to do. */
export async function runChecks(): Promise<Count> {
  const waiting = [...CHECKS];
  const failed: string[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      if (!(await runOne(next))) failed.push(`check: ${next.name}`);
  };
  await Promise.all([work(), work()]);
  return { passed: CHECKS.length - failed.length, failed: failed.length, names: failed };
}
