import { findFleetPrograms, installFleetPrograms } from './programs.ts';
import { runFleet } from './run-fleet.ts';

/**
 * `npm run fleet`: three servers behind a balancer and a pooler, on a primary with a synchronous standby, and what may
 * happen to them. `-- --fast`: without what takes minutes. `-- --only=killed`: what has this in its name.
 * `-- --patroni`: Patroni and etcd promote the standby. `-- --install`: installs Debian's packages first. The last line is the sum; the exit code is 1 where anything failed,
 * 3 where programs are missing.
 */
const flags = new Set(process.argv.slice(2));
const withPatroni = flags.has('--patroni');
if (flags.has('--install')) await installFleetPrograms(withPatroni);
const only = process.argv.find((flag) => flag.startsWith('--only='))?.slice('--only='.length) ?? '';
const programs = findFleetPrograms(withPatroni);
if (programs) {
  const { passed, failed } = await runFleet(programs, { isFastOnly: flags.has('--fast'), only });
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} else {
  console.log(
    `haproxy, pgbouncer${withPatroni ? ', Patroni, etcd' : ''} and PostgreSQL are needed: install them, or add --install as root on Debian.`,
  );
  process.exitCode = 3;
}
