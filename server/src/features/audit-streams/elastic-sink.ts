import { z } from 'zod';
import { saidBy } from './http-answer.ts';
import type { Asked, Said } from './sink.ts';

const item = z.object({
  status: z.int(),
  error: z.object({ type: z.string().optional(), reason: z.string().optional() }).optional(),
});
const answered = z.object({ errors: z.boolean(), items: z.array(z.object({ create: item })) });

/**
 * Elasticsearch and what speaks as it does, by `_bulk`: each record is created under the id of its entry, so that one that is
 * sent again is there once.
 */
export async function askElastic({ sink, secrets, batch, outside }: Asked<'elastic'>): Promise<Said> {
  const body = batch.records
    .map(({ id, at, text }) => {
      const stamped = `{"@timestamp":${JSON.stringify(at.toISOString())},${text.slice(1)}`;
      return `${JSON.stringify({ create: { _id: id } })}\n${stamped}\n`;
    })
    .join('');
  const answer = await outside.fetch(addressOf(sink.url, sink.index), {
    method: 'POST',
    headers: {
      authorization: authorizationOf(sink, secrets),
      'content-type': 'application/x-ndjson',
      'user-agent': 'Atalaya-Audit/1',
    },
    body,
  });
  const text = await answer.text();
  const said = saidBy(answer, text);
  return said.problem === null ? { ...said, ...problemIn(text, batch.records.length) } : said;
}

function addressOf(url: string, index: string): URL {
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/${index}/_bulk`;
  address.search = '?filter_path=errors,items.*.status,items.*.error.type,items.*.error.reason';
  return address;
}

function authorizationOf({ auth, username }: Asked<'elastic'>['sink'], secrets: Asked<'elastic'>['secrets']) {
  if (auth === 'api_key') return `ApiKey ${secrets.api_key ?? ''}`;
  return `Basic ${Buffer.from(`${username}:${secrets.password ?? ''}`).toString('base64')}`;
}

/** What of the records it has not taken. One that is there already was taken before. */
function problemIn(text: string, count: number): Pick<Said, 'problem' | 'answer'> & Partial<Said> {
  const items = itemsIn(text);
  if (items?.length !== count) return { problem: 'status', answer: text };
  const failed = items
    .map((one, at) => ({ ...one, at }))
    .filter(({ status }) => status >= 300 && status !== 409);
  const refused = failed.find(({ status }) => status < 500 && status !== 429);
  const [first] = failed;
  if (!first) return { problem: null, answer: null };
  const { at, status, error } = refused ?? first;
  const answer = [error?.type, error?.reason].filter((part) => part).join(': ');
  return { problem: refused ? 'refused' : 'status', status, answer, ...(refused ? { refused_at: at } : {}) };
}

function itemsIn(text: string): z.output<typeof item>[] | null {
  try {
    return answered.parse(JSON.parse(text)).items.map(({ create }) => create);
  } catch {
    return null;
  }
}
