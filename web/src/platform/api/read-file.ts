import { ApiError } from './api-error.ts';
import { failureOf } from './read-answer.ts';
import { untilSilent } from './until-silent.ts';

export type NamedFile = { name: string; content: Blob };

/**
 * Reads a file that the server offers for download, to its end: half a file is none.
 *
 * @throws ApiError with the server's code, or one for what was met on the way to it
 */
export async function readFile(address: string): Promise<NamedFile> {
  const { response, content } = await receive(address);
  if (!response.ok) throw failureOf(response.status, await content.text());
  const name = nameIn(response.headers.get('content-disposition') ?? '');
  // The server names every file of its own: what has no name is the page of a proxy.
  if (name === null) throw new ApiError(response.status, { code: 'network.unreadable' });
  return { name, content };
}

function receive(address: string): Promise<{ response: Response; content: Blob }> {
  return untilSilent(undefined, async (signal, heard) => {
    // A redirect is never ours: followed, it would bring the sign-in page of a proxy.
    const response = await fetch(address, { redirect: 'manual', signal });
    const reader = response.body?.getReader();
    const parts: BlobPart[] = [];
    // Part by part: a long file may take longer than a silence.
    for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
      heard();
      parts.push(read.value);
    }
    const type = response.headers.get('content-type') ?? '';
    return { response, content: new Blob(parts, { type }) };
  });
}

/** `filename="facturas.csv"`, or escaped as RFC 5987 has it. */
function nameIn(disposition: string): string | null {
  const escaped = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  if (escaped !== undefined) return decodeURIComponent(escaped);
  return /filename="([^"]+)"/.exec(disposition)?.[1] ?? null;
}
