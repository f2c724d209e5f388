import autocannon from 'autocannon';

export type Target = { url: string; headers: Record<string, string> };
export type Measured = { per_second: number; requests: number; p50: number; p97_5: number };
export type Rates = Partial<Record<'list' | 'filter' | 'search' | 'deep' | 'session' | 'update', Measured>>;

/** Seconds of one measurement; shorter ones say less. */
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);

/** Asks for one address over and over, `at_once` times in parallel. Fails where any answer is not 2xx. */
export function read(target: Target, path: string, at_once: number): Promise<Measured> {
  return measure(target, at_once, [{ method: 'GET', path }]);
}

/** Asks for one address after another, `at_once` in parallel; `pathOf` names the nth of them all. */
export function visit(target: Target, pathOf: (n: number) => string, at_once: number): Promise<Measured> {
  let asked = 0;
  return measure(target, at_once, [
    { method: 'GET', setupRequest: (request) => ({ ...request, path: pathOf(asked++) }) },
  ]);
}

/** Changes the first name of people over and over, each known by the version that was last answered. */
export function update(
  target: Target,
  pathOf: (id: string) => string,
  people: { id: string; version: number }[],
  at_once: number,
): Promise<Measured> {
  const free = [...people];
  let names = 0;
  return measure(target, at_once, [
    {
      method: 'PATCH',
      setupRequest: (request, context) => {
        const person = free.shift();
        if (!person) throw new Error('more requests at once than people');
        context['person'] = person;
        const body = { version: person.version, first_name: `Nombre ${names++}` };
        return { ...request, path: pathOf(person.id), body: JSON.stringify(body) };
      },
      onResponse: (_status, body, context) => {
        const person = context['person'] as { id: string; version: number };
        const { version } = JSON.parse(body) as { version?: number };
        person.version = version ?? person.version;
        free.push(person);
      },
    },
  ]);
}

async function measure(
  { url, headers }: Target,
  connections: number,
  requests: Parameters<typeof autocannon>[0]['requests'],
): Promise<Measured> {
  const result = await autocannon({ url, connections, duration: SECONDS, headers, requests });
  if (result.non2xx || result.errors || result.timeouts)
    throw new Error(
      `${url}: ${result.non2xx} refused, ${result.errors} failed, ${result.timeouts} timed out`,
    );
  return {
    per_second: result.requests.average,
    requests: result.requests.total,
    p50: result.latency.p50,
    p97_5: result.latency.p97_5,
  };
}

const TRIED = 400;
const WARMED = 50;

/** Milliseconds of one request after another, nothing else running: the median, and what nine in ten and a half do. */
export async function alone(
  { url, headers }: Target,
  paths: string[],
  tried = TRIED,
  warmed = WARMED,
): Promise<{ p50: number; p95: number }> {
  const times: number[] = [];
  for (let n = 0; n < tried + warmed; n++) {
    const path = paths[n % paths.length] ?? '';
    const started = performance.now();
    const answer = await fetch(url + path, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${url}${path} answered ${answer.status}`);
    if (n >= warmed) times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}
