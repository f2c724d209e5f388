import { createHash } from 'node:crypto';
import path from 'node:path';
import { visit } from './load.ts';
import { start } from './processes.ts';
import type { Running } from './processes.ts';
import { identiconTable } from './table.ts';
import type { IdenticonRate, Rate } from './table.ts';

const ROOT = path.join(import.meta.dirname, '..');
const AT_ONCE = 16;
/** Each is measured so often, ours and the floor by turns; the first ones warm them up, of the others the middle counts. */
const ROUNDS = 6;
const WARMING = 3;
/** So many different ones are asked for again and again: fewer than are kept. */
const KNOWN = 500;

/** Pictures a second of people without one of their own, drawn anew and asked for again, beside a bare server. */
export async function measureIdenticons(folder: string): Promise<string> {
  const ours = await start(process.execPath, ['server/dist/main.js'], {
    cwd: ROOT,
    env: {
      AUTH_SECRET: 'a secret of the bench, long enough for it',
      DATA_DIR: path.join(folder, 'identicons'),
      DEMO: '0',
      LOG_LEVEL: 'warn',
    },
    ready: '/api/health/ready',
  });
  const floor = await start(process.execPath, ['bench/identicon-floor.ts'], {
    cwd: ROOT,
    env: {},
    ready: '/avatar/',
  });
  try {
    const rates: IdenticonRate[] = [];
    for (const format of ['svg', 'png'] as const) {
      const anew = (round: number) => (n: number) => address(format, `${round} ${n}`);
      rates.push({ what: `${format}, drawn anew`, ...(await byTurns(ours, floor, anew)) });
      const known = Array.from({ length: KNOWN }, (_, n) => address(format, `known ${n}`));
      const again = () => (n: number) => known[n % KNOWN] ?? '';
      rates.push({ what: `${format}, asked for again`, ...(await byTurns(ours, floor, again)) });
    }
    return identiconTable(rates);
  } finally {
    await floor.stop();
    await ours.stop();
  }
}

type PathOf = (n: number) => string;

async function byTurns(ours: Running, floor: Running, pathsOf: (round: number) => PathOf) {
  const rates: { ours: Rate[]; floor: Rate[] } = { ours: [], floor: [] };
  for (let round = 0; round < ROUNDS; round++) {
    rates.ours.push(await rateOf(ours, pathsOf(round)));
    rates.floor.push(await rateOf(floor, pathsOf(round)));
  }
  return { ours: middle(rates.ours.slice(WARMING)), floor: middle(rates.floor.slice(WARMING)) };
}

/** What a server answers, and what it would with a processor of its own: on a busy machine that says more. */
async function rateOf(server: Running, pathOf: PathOf): Promise<Rate> {
  const before = server.cpu();
  const { per_second, requests } = await visit({ url: server.url, headers: {} }, pathOf, AT_ONCE);
  return { per_second, per_cpu_second: requests / (server.cpu() - before) };
}

function middle(rates: Rate[]): Rate {
  const of = (which: keyof Rate) =>
    rates.map((rate) => rate[which]).sort((a, b) => a - b)[Math.floor(rates.length / 2)] ?? Number.NaN;
  return { per_second: of('per_second'), per_cpu_second: of('per_cpu_second') };
}

/** As the pages ask for them: an SVG has no ending. */
function address(format: 'svg' | 'png', of: string): string {
  const hash = createHash('sha256').update(`${format} ${of}`).digest('hex');
  return `/avatar/${hash}${format === 'png' ? '.png' : ''}?s=80&d=identicon&r=g`;
}
