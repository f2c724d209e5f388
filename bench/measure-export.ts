import { setTimeout } from 'node:timers/promises';
import type { Target } from './load.ts';
import type { Running } from './processes.ts';

/** How fast people are written into a file, and how many MiB more than before the process held at most. */
export type Exported = { rows: number; per_second: number; grown: number };

const SAMPLED = 50;

/** Exports all people whom the target may list, and downloads the file. */
export async function measureExport(server: Running, { url, headers }: Target): Promise<Exported> {
  const before = server.memory();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, server.memory())), SAMPLED);
  const started = performance.now();
  try {
    const body = JSON.stringify({ what: { resource: 'users', filters: {} } });
    let transfer = await json(fetch(`${url}/api/transfers/exports`, { method: 'POST', headers, body }));
    while (transfer.state === 'queued' || transfer.state === 'running') {
      await setTimeout(SAMPLED);
      transfer = await json(fetch(`${url}/api/transfers/${transfer.id}`, { headers }));
    }
    const file = await fetch(`${url}/api/transfers/${transfer.id}/file`, { headers });
    let lines = 0;
    for await (const chunk of file.body ?? []) lines += chunk.filter((byte) => byte === NEWLINE).length;
    if (transfer.state !== 'done' || lines <= transfer.processed)
      throw new Error(`the export ended as ${transfer.state}, ${lines} lines of ${transfer.processed}`);
    const seconds = (performance.now() - started) / 1_000;
    return { rows: transfer.processed, per_second: transfer.processed / seconds, grown: most - before };
  } finally {
    clearInterval(watch);
  }
}

const NEWLINE = 10;

async function json(answer: Promise<Response>): Promise<{ id: string; state: string; processed: number }> {
  const got = await answer;
  if (!got.ok) throw new Error(`${got.url} answered ${got.status}`);
  return (await got.json()) as { id: string; state: string; processed: number };
}
