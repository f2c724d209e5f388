import { runChecks } from './run-checks.ts';

const { passed, failed } = await runChecks();
console.log(`${String(passed)} passed, ${String(failed)} failed`);
process.exitCode = failed === 0 ? 0 : 1;
