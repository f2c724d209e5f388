import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMeasuredServer } from '../../../platform/testing/measured-server.ts';

let server: Awaited<ReturnType<typeof startMeasuredServer>>;
beforeAll(async () => {
  server = await startMeasuredServer();
});
afterAll(() => server.close());

async function upload(file: string | Buffer<ArrayBuffer>): Promise<string> {
  const body = new FormData();
  body.set('file', new Blob([file]), 'gente.csv');
  const reply = await fetch(`${server.url}/api/imports?resource=users`, {
    method: 'POST',
    headers: server.headers,
    body,
  });
  const { code } = (await reply.json()) as { code?: string };
  return `${String(reply.status)} ${code ?? ''}`.trim();
}

const rows = (count: number, cells: number, cell: string) =>
  `${Array(cells).fill(cell).join(',')}\n`.repeat(count);
const titled = (columns: number) => `email${',x'.repeat(columns - 1)}\n`;

// P7
test('a file of many columns or cells neither keeps others waiting nor takes 250 MB', async () => {
  const before = await server.measure();
  // The first large files of a process compile what reads them and ask the system for their memory.
  const large = titled(3) + `a@x.test,${'b'.repeat(90_000)},c\n`.repeat(95);
  for (let count = 0; count < 2; count++) expect(await upload(large)).toBe('201');
  await server.measure();
  const files = {
    'rows of 99,000 columns': [titled(2) + rows(95, 99_000, ''), '400 import.too_many_columns'],
    'a header of 99,000 columns': [rows(95, 99_000, ''), '400 import.too_many_columns'],
    '100 columns in 50,000 rows': [titled(100) + rows(49_000, 100, 'a'), '400 import.too_many_cells'],
    'rows as long as they may be': [titled(3) + `a@x.test,${'á'.repeat(49_000)},b\n`.repeat(95), '201'],
    'two million cells': [titled(100) + rows(19_900, 100, 'a'), '201'],
    'what is no UTF-8 at its end': [
      Buffer.from(`${titled(3)}${`${'a'.repeat(150)},b,c\n`.repeat(49_000)}é`, 'latin1'),
      '201',
    ],
  } as const;
  const outcomes: Record<string, unknown> = {};
  for (const [what, [file, expected]] of Object.entries(files)) {
    // The shorter of two: what else the machine does adds to a stretch, and never takes from it.
    const stretches: number[] = [];
    const answers = new Set<string>();
    for (let count = 0; count < 2; count++) {
      answers.add(await upload(file));
      stretches.push((await server.measure()).worked_ms);
    }
    const said = [...answers].join(', ');
    const worked_ms = Math.min(...stretches);
    if (said !== expected || worked_ms >= 50) outcomes[what] = { said, worked_ms };
  }
  expect(outcomes).toEqual({});
  expect((await server.measure()).peak_mb - before.peak_mb).toBeLessThan(250);
}, 300_000);
