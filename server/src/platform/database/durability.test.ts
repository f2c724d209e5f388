import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../core/config.ts';
import { copyMigrated, createTestDatabase } from '../testing/database.ts';
import { TEMPLATE } from '../testing/template.ts';
import { openDatabase } from './database.ts';
import { DirectoryInUseError } from './directory-lock.ts';

const postmasterIn = (dataDir: string) =>
  Number.parseInt(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);

const log = pino({ level: 'silent' });
const program = path.resolve(import.meta.dirname, '../testing/durable-writer.ts');
/** More of them by the task `long-tests`. */
const KILLS = Number(process.env['KILLS'] ?? 6);

describe.each(['embedded', 'shared'] as const)('a process that is killed on its %s database', (kind) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-durable-'));
  let env: Record<string, string> = { DATA_DIR: folder, PATH: process.env['PATH'] ?? '' };
  let drop = async () => {};
  const running = new Set<ReturnType<typeof start>>();

  /** Starts a writer; `lines` are what it has said so far. */
  const start = () => {
    const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const output = createInterface({ input: child.stdout });
    const lines: string[] = [];
    const waiting: { count: number; resolve: () => void }[] = [];
    const settle = () => waiting.forEach(({ count, resolve }) => lines.length >= count && resolve());
    output.on('line', (line) => {
      lines.push(line);
      settle();
    });
    const closed = once(output, 'close').then(() => {
      for (const { resolve } of waiting) resolve();
    });
    const writer = {
      lines,
      /** Until it has said so many lines, or ended. */
      said: (count: number) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.push({ count, resolve });
        settle();
        return Promise.race([promise, closed]);
      },
      signal: (signal: NodeJS.Signals) => child.kill(signal),
      kill: async () => {
        child.kill('SIGKILL');
        await closed;
        running.delete(writer);
      },
    };
    running.add(writer);
    return writer;
  };

  beforeAll(async () => {
    if (kind === 'embedded') return copyMigrated(folder);
    const created = await createTestDatabase(TEMPLATE);
    env = { ...env, DATABASE_URL: created.url, FILES: 'shared' };
    drop = created.drop;
  });
  afterAll(async () => {
    for (const writer of running) await writer.kill();
    await drop();
    rmSync(folder, { recursive: true });
  });

  const kills =
    kind === 'embedded' ? (['the server', 'PostgreSQL', 'both'] as const) : (['the server'] as const);

  // D2
  it(
    'loses nothing that it had acknowledged, and leaves nothing half written',
    { timeout: 60_000 + 30_000 * KILLS },
    async () => {
      const acknowledged: string[] = [];
      for (let n = 0; n < KILLS; n++) {
        const rows = 5 + ((n * 57) % 120);
        const writer = start();
        await writer.said(rows);
        const killed = kills[n % kills.length];
        if (killed !== 'the server') process.kill(postmasterIn(folder), 'SIGKILL');
        // It is started again below the living server, whose writers go on.
        if (killed === 'PostgreSQL') await writer.said(writer.lines.length + rows);
        await writer.kill();
        expect(writer.lines[0]).toBe('open');
        expect(writer.lines.length).toBeGreaterThanOrEqual(rows);
        acknowledged.push(...writer.lines.slice(1));
      }
      const database = await openDatabase(loadConfig(env), log);
      const { organizations, settings } = await database.withSystem('test', async (db) => ({
        organizations: await db.selectFrom('organizations').select('slug').execute(),
        settings: await db.selectFrom('settings').select('id').execute(),
      }));
      await database.close();
      const stored = new Set(organizations.map((row) => row.slug));
      expect(acknowledged.filter((slug) => !stored.has(slug))).toEqual([]);
      expect(settings).toHaveLength(organizations.length);
    },
  );

  // D1
  it.runIf(kind === 'embedded')('keeps its folder while it lives, even frozen, and no longer', async () => {
    const holder = start();
    await holder.said(2);
    const refused = start();
    await refused.said(2);
    expect(refused.lines).toEqual([expect.stringMatching(/^La carpeta de datos .* ya la usa otro proceso/)]);
    holder.signal('SIGSTOP');
    await expect(openDatabase(loadConfig(env), log)).rejects.toThrow(DirectoryInUseError);
    holder.signal('SIGCONT');
    const before = holder.lines.length;
    await holder.said(before + 5);
    expect(holder.lines.length).toBeGreaterThanOrEqual(before + 5);
    await holder.kill();
    const database = await openDatabase(loadConfig(env), log);
    await expect(openDatabase(loadConfig(env), log)).rejects.toThrow(DirectoryInUseError);
    await database.close();
    const again = await openDatabase(loadConfig(env), log);
    await again.ping();
    await again.close();
  });
});
