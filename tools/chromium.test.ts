import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findChromium } from './chromium.ts';

test('the browser named by CHROMIUM_PATH comes first, then one on PATH, best without windows, then none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atalaya-chromium-'));
  expect(findChromium({ PATH: folder })).toBeNull();
  writeFileSync(join(folder, 'chromium'), '');
  expect(findChromium({ PATH: folder })).toBeNull();
  chmodSync(join(folder, 'chromium'), 0o755);
  expect(findChromium({ PATH: folder })).toBe(join(folder, 'chromium'));
  writeFileSync(join(folder, 'chromium-headless-shell'), '', { mode: 0o755 });
  expect(findChromium({ PATH: `/nowhere:${folder}` })).toBe(join(folder, 'chromium-headless-shell'));
  expect(findChromium({ PATH: folder, CHROMIUM_PATH: '/opt/browser' })).toBe('/opt/browser');
});
