import { z } from 'zod';
import { saidBy } from './http-answer.ts';
import type { Asked, Said } from './sink.ts';

const PATH = '/services/collector/event';
const answered = z.object({ code: z.int() });

/** Splunk's HTTP Event Collector: events one after the other, taken where it answers with the code 0. */
export async function askSplunk({ sink, secrets, batch, outside }: Asked<'splunk'>): Promise<Said> {
  const about = {
    host: outside.source,
    source: 'atalaya',
    sourcetype: sink.source_type || 'atalaya:audit',
    ...(sink.index ? { index: sink.index } : {}),
  };
  const body = batch.records
    .map(
      ({ at, text }) =>
        `${JSON.stringify({ time: at.getTime() / 1000, ...about }).slice(0, -1)},"event":${text}}`,
    )
    .join('\n');
  const answer = await outside.fetch(addressOf(sink.url), {
    method: 'POST',
    headers: {
      authorization: `Splunk ${secrets.token ?? ''}`,
      'content-type': 'application/json',
      'user-agent': 'Atalaya-Audit/1',
    },
    body,
  });
  const text = await answer.text();
  const said = saidBy(answer, text);
  if (said.problem !== null || codeOf(text) === 0) return said;
  // Something else answers at this address, or the collector has taken nothing.
  return { ...said, problem: 'status' };
}

/** Below the address of the server, or what was typed where that has a path already. */
function addressOf(url: string): URL {
  const address = new URL(url);
  if (address.pathname === '/') address.pathname = PATH;
  return address;
}

function codeOf(text: string): number | null {
  try {
    return answered.parse(JSON.parse(text)).code;
  } catch {
    return null;
  }
}
