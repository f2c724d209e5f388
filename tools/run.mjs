// Runs on any Node that started it (20.19 or newer): installs what the lockfile names if that is not there,
// then hands over to the pinned Node, which runs TypeScript as it is.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const binaries = join(root, 'node_modules', '.bin');
const pinnedNode = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);
const main = join(root, 'tools', 'run', 'main.ts');

function packagesOf(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {};
}

/** npm leaves a copy of what it installed in node_modules: that is compared with the lockfile. */
function isInstalled() {
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  const wanted = Object.entries(packagesOf(join(root, 'package-lock.json'))).filter(([path]) => path !== '');
  return (
    existsSync(pinnedNode) &&
    wanted.every(([path, { version, integrity, optional }]) => {
      const found = installed[path];
      return found ? found.version === version && found.integrity === integrity : optional === true;
    })
  );
}

function npm(...parameters) {
  const script = process.env.npm_execpath;
  const options = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] };
  const quiet = [...parameters, '--loglevel=error'];
  const { status } = script?.endsWith('.js')
    ? spawnSync(process.execPath, [script, ...quiet], options)
    : spawnSync('npm', quiet, { ...options, shell: process.platform === 'win32' });
  return status === 0;
}

function install() {
  console.log('Installing what package-lock.json names…');
  // `npm ci` refuses a lockfile in which a package for some other platform is missing, as registry mirrors leave it.
  if (!npm('ci')) npm('install', '--no-save');
  // Where npm does not run install scripts, the runtime's own one is still needed.
  if (!existsSync(pinnedNode)) npm('rebuild', 'node', '--ignore-scripts=false');
  if (!existsSync(pinnedNode)) {
    console.error(
      'Installing failed: see what npm says above. The pinned Node belongs into node_modules/node.',
    );
    process.exit(1);
  }
  // Now, since the user who runs the server later may not be allowed to write into node_modules.
  const { error } = spawnSync(pinnedNode, [main, 'link-programs'], { cwd: root, stdio: 'inherit' });
  if (error) endWhereNodeCannotRun(error);
}

function endWhereNodeCannotRun(error) {
  console.error(
    `The pinned Node in node_modules/node cannot run here (${error.code}). It and the embedded database are made for ` +
      'Linux with glibc (not musl, as in Alpine), macOS and Windows, on x64 or arm64.',
  );
  process.exit(1);
}

if (!isInstalled()) install();

const separator = process.platform === 'win32' ? ';' : ':';
const child = spawn(pinnedNode, [main, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PATH: `${binaries}${separator}${process.env.PATH ?? ''}` },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// npm passes a signal on to its shell, which may die of it without telling us: then no process waits for us any more.
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.env.npm_lifecycle_event === undefined || process.ppid === parent) return;
  clearInterval(watch);
  child.kill('SIGTERM');
}, 250);
watch.unref();
child.on('error', endWhereNodeCannotRun);
child.on('exit', (code, signal) => {
  process.exit(code ?? (signal === null ? 1 : 130));
});
