import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test.skipIf(process.platform === 'win32')(
  'a pinned Node that cannot run, as where the C library is another, is told of in a sentence',
  ({ onTestFinished }) => {
    const root = mkdtempSync(join(tmpdir(), 'atalaya-run-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    mkdirSync(join(root, 'tools'));
    cpSync(join(import.meta.dirname, 'run.mjs'), join(root, 'tools/run.mjs'));
    mkdirSync(join(root, 'node_modules/node/bin'), { recursive: true });
    // What a program without its loader answers with, too.
    writeFileSync(join(root, 'node_modules/node/bin/node'), '#!/lib/no-such-loader\n', { mode: 0o755 });
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'tools/run.mjs'), 'start'], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^The pinned Node .* cannot run here \(ENOENT\)/),
    ]);
  },
);
