import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createTestDatabase } from './database.ts';
import type { Stretch } from './longest-stretch.ts';
import { TEST_SECRET } from './mails.ts';
import { TEMPLATE } from './template.ts';

const PROGRAM = path.join(import.meta.dirname, 'served-admin.ts');

/** What a server has been since it was asked before: its longest stretch, and the most memory it ever had. */
export type Measured = Stretch & { peak_mb: number };

/** The application in a process of its own, which is asked how long it kept everybody waiting and how large it grew. */
export async function startMeasuredServer(env: Record<string, string> = {}) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'atalaya-measured-'));
  const database = await createTestDatabase(TEMPLATE);
  const child = fork(PROGRAM, {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: dataDir,
      DEMO: '0',
      RATE_LIMIT: 'off',
      AUTH_SECRET: TEST_SECRET,
      DATABASE_URL: database.url,
      FILES: 'shared',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  if (!child.stdout) throw new Error('the process says nothing');
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return {
    dataDir,
    ...(JSON.parse(line) as { url: string; headers: Record<string, string> }),
    measure: async (): Promise<Measured> => {
      const answered = once(child, 'message');
      child.send('measure');
      return (await answered)[0] as Measured;
    },
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
